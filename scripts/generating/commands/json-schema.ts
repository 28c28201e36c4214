import ts from 'typescript'

/** JSON Schema 2020-12, as far as types need it. */
export interface JsonSchema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
}

/**
 * Whether a field of a table's row is computed, so that only reads of the table have it: it is in `Row` and cannot be
 * inserted (database/types.ts).
 */
function isComputed(symbol: ts.Symbol): boolean {
  const row = symbol.valueDeclaration?.parent.parent
  if (!row || !ts.isPropertySignature(row) || row.name.getText() !== 'Row' || !ts.isTypeLiteralNode(row.parent)) {
    return false
  }
  const inserted = row.parent.members.find((member) => member.name?.getText() === 'Insert')
  if (!inserted || !ts.isPropertySignature(inserted) || !inserted.type || !ts.isTypeLiteralNode(inserted.type)) {
    return false
  }
  return !inserted.type.members.some((member) => member.name?.getText() === symbol.name)
}

/** Turns types into schemas. Named object types become `definitions`, to which the others refer. */
export function createSchemaWriter(checker: ts.TypeChecker) {
  const definitions: Record<string, JsonSchema> = {}
  const nameOf = new Map<ts.Type, string>()

  /** `name` of the place, for the message if it holds something that JSON has no word for. */
  function write(type: ts.Type, place: string): JsonSchema {
    const simple = writeSimple(type)
    if (simple) return simple
    if (type.isUnion()) return writeUnion(type, place)
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: item ? write(item, `${place}[]`) : {} }
    }
    const name = ownName(type)
    return name === null ? writeObject(type, place) : refer(type, name)
  }

  function writeSimple(type: ts.Type): JsonSchema | null {
    // JSON of any shape, as the table types call it.
    if (type.aliasSymbol?.name === 'Json') return {}
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' }
    if (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: 'string' }
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    return null
  }

  function writeUnion(type: ts.UnionType, place: string): JsonSchema {
    const parts = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    const literals = parts.filter((part) => part.isStringLiteral() || part.isNumberLiteral())
    const booleans = parts.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)
    const isFlag = booleans.length === 2
    const others = parts.filter((part) => !literals.includes(part as never) && !(isFlag && booleans.includes(part)))
    const written = [
      ...(literals.length > 0 ? [{ enum: literals.map((part) => (part as ts.LiteralType).value) }] : []),
      ...(isFlag ? [{ type: 'boolean' }] : []),
      ...others.map((part) => write(part, place)),
    ]
    const [only] = written
    return written.length === 1 && only ? only : { anyOf: written }
  }

  function writeObject(type: ts.Type, place: string): JsonSchema {
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) {
      throw new Error(`${place} has the type ${checker.typeToString(type)}, for which there is no JSON`)
    }
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const symbol of checker.getPropertiesOfType(type)) {
      const schema = write(checker.getTypeOfSymbol(symbol), `${place}.${symbol.name}`)
      const description = documentation(symbol)
      properties[symbol.name] = description && !schema.$ref ? { ...schema, description } : schema
      if (!(symbol.flags & ts.SymbolFlags.Optional) && !isComputed(symbol)) required.push(symbol.name)
    }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: write(index, `${place}[]`) }),
    }
  }

  function refer(type: ts.Type, name: string): JsonSchema {
    const known = nameOf.get(type)
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` }
    const isTaken = (one: string) => Object.hasOwn(definitions, one)
    let free = name
    for (let number = 2; isTaken(free); number += 1) free = `${name}${number}`
    nameOf.set(type, free)
    // Entered before its parts are written, because a type may contain itself.
    definitions[free] = {}
    definitions[free] = writeObject(type, name)
    return { $ref: `#/components/schemas/${free}` }
  }

  function ownName(type: ts.Type): string | null {
    if (type.aliasSymbol) return type.aliasTypeArguments ? null : type.aliasSymbol.name
    const symbol = type.getSymbol()
    return symbol && symbol.flags & ts.SymbolFlags.Interface ? symbol.name : null
  }

  function documentation(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim()
  }

  return { write, documentation, definitions }
}
