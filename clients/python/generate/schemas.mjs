// From a schema of the document to a Python type. Answers are open (a value that is new passes through), requests closed.

/**
 * @typedef {Record<string, any>} Schema of JSON Schema 2020-12
 * @typedef {'request' | 'answer'} Direction
 */

/** Words that say nothing about a type. Any other that is not read below stops the generator: a type is never guessed. */
const sayNothing = new Set(
  (
    'description format pattern minimum maximum exclusiveMinimum minItems maxItems uniqueItems minLength maxLength ' +
    'maxProperties minProperties default example examples title deprecated discriminator readOnly writeOnly'
  ).split(' '),
)
const sayType = new Set(
  '$ref type enum const anyOf oneOf allOf items properties required additionalProperties patternProperties'.split(' '),
)

const simple = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }
const keywords = new Set(
  'and as class def del from global import in is lambda not or pass raise return try with'.split(' '),
)

/** `subsidyList` and `subsidy_list` as `SubsidyList`. @param {string} name */
export const classNameOf = (name) =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter) => letter.toUpperCase())

/** `listSubsidies` as `list_subsidies`, `If-None-Match` as `if_none_match`. @param {string} name */
export const snakeNameOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** @param {unknown} value */
const literal = (value) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)

/** Text for a docstring, in lines. @param {string} text @param {string} indent */
export function wrapped(text, indent, width = 100) {
  const lines = ['']
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length + 1 > width - indent.length) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

/** @param {string | undefined} text @param {string} indent */
export function docstring(text, indent) {
  if (text === undefined || text === '') return []
  const lines = wrapped(text, indent, 108)
  if (lines.length === 1 && !lines[0]?.endsWith('"')) return [`${indent}"""${lines[0]}"""`]
  return [`${indent}"""${lines[0]}`, ...lines.slice(1).map((line) => indent + line), `${indent}"""`]
}

/** Every component that a schema leads to. @param {unknown} from @param {Record<string, Schema>} components */
export function reached(from, components, found = new Set()) {
  if (Array.isArray(from)) for (const one of from) reached(one, components, found)
  else if (typeof from === 'object' && from !== null) {
    for (const [key, value] of Object.entries(from)) {
      // Examples are values, whatever they look like.
      if (key === 'example' || key === 'examples') continue
      if (key !== '$ref' || typeof value !== 'string') reached(value, components, found)
      else if (value.startsWith('#/components/schemas/')) {
        const name = value.slice('#/components/schemas/'.length)
        if (found.has(name)) continue
        found.add(name)
        reached(components[name], components, found)
      }
    }
  }
  return found
}

/** What the document's schemas are in Python, collected as they are met. */
export class PythonTypes {
  /** @type {string[]} */ aliases = []
  /** @type {string[]} */ classes = []
  #names = new Set()

  /** @param {Record<string, Schema>} components @param {Set<string>} ofAnswers components that answers hold */
  constructor(components, ofAnswers) {
    this.components = components
    this.#names = new Set(Object.keys(components))
    for (const [name, schema] of Object.entries(components)) {
      this.#component(name, schema, ofAnswers.has(name) ? 'answer' : 'request')
    }
  }

  /** @param {string} name @param {Schema} schema @param {Direction} direction */
  #component(name, schema, direction) {
    if (schema.enum !== undefined) {
      // The vocabulary itself is closed; where an answer holds it, `| str` stands beside it.
      this.#alias(
        name,
        `Literal[${schema.enum
          .filter((/** @type {unknown} */ one) => one !== null)
          .map(literal)
          .join(', ')}]`,
        schema.description,
      )
    } else if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
      this.#class(name, schema, direction)
    } else {
      this.#alias(name, JSON.stringify(this.type(schema, direction, `${name}Item`)), schema.description)
    }
  }

  /** @param {string} name @param {string} type @param {string | undefined} description */
  #alias(name, type, description) {
    this.aliases.push([`${name}: TypeAlias = ${folded(type)}`, ...docstring(description, '')].join('\n'))
  }

  /** @param {string} name @param {Schema} schema @param {Direction} direction */
  #class(name, schema, direction) {
    const required = new Set(schema.required ?? [])
    const fields = Object.entries(/** @type {Record<string, Schema>} */ (schema.properties)).map(([key, property]) => {
      const type = this.type(property, direction, name + classNameOf(key))
      return { key, type: required.has(key) ? type : `NotRequired[${type}]`, about: aboutOf(property) }
    })
    if (fields.some(({ key }) => keywords.has(key) || !/^[a-z_][a-z0-9_]*$/i.test(key))) {
      const rows = fields.map(({ key, type }) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},`)
      this.classes.push(
        [`${name} = TypedDict(${JSON.stringify(name)}, {`, ...rows, '})', ...docstring(schema.description, '')].join(
          '\n',
        ),
      )
      return
    }
    const rows = fields.flatMap(({ key, type, about }) => [
      `    ${key}: ${folded(type, '    ')}`,
      ...docstring(about, '    '),
    ])
    this.classes.push([`class ${name}(TypedDict):`, ...docstring(schema.description, '    '), ...rows].join('\n'))
  }

  /**
   * @param {Schema} schema @param {Direction} direction
   * @param {string} name for an object that has none
   * @returns {string}
   */
  type(schema, direction, name) {
    const unknown = Object.keys(schema).find(
      (word) => !sayNothing.has(word) && !sayType.has(word) && !word.startsWith('x-'),
    )
    if (unknown !== undefined) throw new Error(`${name}: the generator does not know the word ${unknown}.`)
    if (schema.$ref !== undefined) return this.#named(schema.$ref.slice('#/components/schemas/'.length), direction)
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
    if (choices !== undefined) {
      if (schema.allOf !== undefined && choices.length !== 1) throw new Error(`${name}: several schemas in allOf.`)
      return joined(
        choices.map((/** @type {Schema} */ one, /** @type {number} */ place) =>
          this.type(one, direction, place === 0 ? name : `${name}${place + 1}`),
        ),
      )
    }
    if ('const' in schema) return schema.const === null ? 'None' : `Literal[${literal(schema.const)}]`
    if (schema.enum !== undefined) return this.#enum(schema.enum, direction)
    if (schema.type === undefined && schema.properties === undefined) return 'Any'
    const kinds = [schema.type ?? 'object'].flat()
    return joined(kinds.map((kind) => this.#ofKind(kind, schema, direction, name)))
  }

  /** @param {string} name @param {Direction} direction */
  #named(name, direction) {
    const component = this.components[name]
    if (component === undefined) throw new Error(`There is no component ${name}.`)
    if (component.enum === undefined) return name
    return joined([
      name,
      ...(direction === 'answer' ? ['str'] : []),
      ...(component.enum.includes(null) ? ['None'] : []),
    ])
  }

  /** @param {unknown[]} values @param {Direction} direction */
  #enum(values, direction) {
    const words = values.filter((one) => one !== null)
    const isOpen = direction === 'answer' && words.every((one) => typeof one === 'string')
    return joined([
      `Literal[${words.map(literal).join(', ')}]`,
      ...(isOpen ? ['str'] : []),
      ...(words.length < values.length ? ['None'] : []),
    ])
  }

  /** @param {string} kind @param {Schema} schema @param {Direction} direction @param {string} name */
  #ofKind(kind, schema, direction, name) {
    if (kind === 'array') {
      const item = schema.items === undefined ? 'Any' : this.type(schema.items, direction, `${name}Item`)
      return `${direction === 'answer' ? 'list' : 'Sequence'}[${item}]`
    }
    if (kind !== 'object') {
      const type = simple[/** @type {keyof typeof simple} */ (kind)]
      if (type === undefined) throw new Error(`${name}: the generator does not know the type ${kind}.`)
      return type
    }
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
      if (this.#names.has(name)) throw new Error(`Two types would be named ${name}.`)
      this.#names.add(name)
      this.#class(name, schema, direction)
      return name
    }
    const [values = null] = [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties].filter(
      (one) => typeof one === 'object',
    )
    const value = values === null ? 'Any' : this.type(values, direction, `${name}Value`)
    return `${direction === 'answer' ? 'dict' : 'Mapping'}[str, ${value}]`
  }
}

/** What is said of a property, wherever it stands. @param {Schema} schema @returns {string | undefined} */
function aboutOf(schema) {
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .map((one) => one.description)
    .find((one) => one !== undefined)
  return schema.description ?? inside
}

/** @param {string[]} types */
export function joined(types) {
  const parts = [...new Set(types.flatMap((type) => (type.includes('[') ? [type] : type.split(' | '))))]
  return [...parts.filter((one) => one !== 'None'), ...parts.filter((one) => one === 'None')].join(' | ')
}

/** A long list of words over several lines. @param {string} type */
export function folded(type, indent = '') {
  if (type.length < 100) return type
  const found = /^(.*?Literal)\[([^\]]+)\](.*)$/.exec(type)
  if (found === null) return type
  const [, before = '', words = '', behind = ''] = found
  const lines = wrapped(words, `${indent}    `, 108).map((line) => `${indent}    ${line}`)
  return [`${before}[`, ...lines, `${indent}]${behind}`].join('\n')
}
