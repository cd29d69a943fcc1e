/**
 * Marks that turn the direction of a text around (U+202E and its like). In a name or a title of somebody else they have what follows
 * read backwards, an address or a file name say. None of our languages needs one, so no table, calendar, feed, page or mail has any.
 */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function withoutDirectionMarks(text: string): string {
  return text.replace(directionMarks, '')
}
