/** What the page of the design system says. */

export const designWords = {
  title: 'Design system',
  lead:
    'What every page of the service is put together from, shown by the components that the pages use. A reference work, not a campaign: ' +
    'quiet, legible, exact.',
  colours: 'Colours',
  coloursLead: 'By name, light and dark. The page follows the system, and the switch at its top.',
  token: 'Token',
  light: 'Light',
  dark: 'Dark',
  contrast: 'Contrast',
  contrastLead: 'Computed from the tokens: at least 4.5 for text, 3 for lines of controls and parts of charts.',
  pair: 'Pair',
  least: 'At least',
  type: 'Type',
  typeLead:
    'The serif of the system for headings and figures, its sans for text, its mono for code. Nothing is downloaded.',
  buttons: 'Buttons',
  buttonsLead: 'One filled button a view; one that destroys asks first, and names what it would take away.',
  filled: 'Filled',
  outlined: 'Outlined',
  destructive: 'Delete an example',
  parts: 'Parts',
}
