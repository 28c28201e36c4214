import { relative } from 'node:path'
import ts from 'typescript'
import { ConstantTexts } from './constant-texts.ts'

/** A statement in the source, its position, and the declared type of its rows. */
export interface Statement {
  /** `path:line`. */
  at: string
  path: string
  /** Undefined if it is not constant. */
  text: string | undefined
  rows: RowField[]
  /** The number of values, if it can be counted. */
  values: number | undefined
  /** The number of possible texts at this position. */
  alternatives: number
}

export interface RowField {
  name: string
  /** Kinds of values that the type permits, e.g. `string`, `Date`, `number[]`; `any` for an unspecific type. */
  kinds: string[]
  nullable: boolean
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
}

/** The statements of all calls of `query` on a client or pool of pg in these files. */
export function findStatements(paths: readonly string[], project = process.cwd()): Statement[] {
  const program = ts.createProgram({ rootNames: [...paths], options: OPTIONS })
  const checker = program.getTypeChecker()
  const wanted = new Set(paths)
  const files = program.getSourceFiles().filter((file) => wanted.has(file.fileName))
  const texts = new ConstantTexts(checker, files)
  const found: Statement[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isQuery(checker, node))
      found.push(...statementsOfCall(node, { checker, texts, project }))
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  return found
}

const CLIENTS = ['Client', 'ClientBase', 'PoolClient', 'Pool']

function isQuery(checker: ts.TypeChecker, { expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'query') return false
  return CLIENTS.includes(checker.getTypeAtLocation(expression.expression).symbol?.name ?? '')
}

interface SourceContext {
  checker: ts.TypeChecker
  texts: ConstantTexts
  project: string
}

function statementsOfCall(call: ts.CallExpression, { checker, texts, project }: SourceContext): Statement[] {
  const [sent, values] = call.arguments
  const row = call.typeArguments?.[0]
  if (!sent) return []
  const generic = row && genericOf(checker, row)
  // A generic wrapper: each of its calls has a text and a row type.
  const outer = generic ? texts.callsOf(generic.routine) : []
  const rows = (given: ts.TypeNode | undefined) => (given ? rowFields(checker, checker.getTypeFromTypeNode(given)) : [])
  const places =
    generic && outer.length > 0
      ? outer.map((each) => ({
          call: each,
          rows: rows(each.typeArguments?.[generic.place]),
          within: { routine: generic.routine, call: each },
        }))
      : [{ call, rows: rows(row) }]
  return places.flatMap((place) => {
    const file = place.call.getSourceFile()
    const path = relative(project, file.fileName)
    const at = `${path}:${file.getLineAndCharacterOfPosition(place.call.getStart()).line + 1}`
    const known = texts.textsOf(sent, 'within' in place ? place.within : undefined)
    return known.map((text) => ({
      at,
      path,
      text,
      rows: place.rows,
      values: valueCount(sent, values),
      alternatives: known.length,
    }))
  })
}

interface Generic {
  routine: ts.SignatureDeclaration
  place: number
}

function genericOf(checker: ts.TypeChecker, row: ts.TypeNode): Generic | undefined {
  const declaration = checker.getTypeFromTypeNode(row).symbol?.declarations?.[0]
  if (!declaration || !ts.isTypeParameterDeclaration(declaration)) return undefined
  const routine = declaration.parent
  if (!ts.isFunctionDeclaration(routine)) return undefined
  return { routine, place: routine.typeParameters?.indexOf(declaration) ?? 0 }
}

/** Undefined if it cannot be counted. */
function valueCount(sent: ts.Expression, values: ts.Expression | undefined): number | undefined {
  if (values) return elementCount(values)
  if (ts.isStringLiteralLike(sent) || ts.isTemplateExpression(sent)) return 0
  if (!ts.isObjectLiteralExpression(sent)) return undefined
  const property = sent.properties.find((each) => each.name?.getText() === 'values')
  return property && ts.isPropertyAssignment(property) ? elementCount(property.initializer) : undefined
}

function elementCount(values: ts.Expression): number | undefined {
  if (!ts.isArrayLiteralExpression(values) || values.elements.some(ts.isSpreadElement)) return undefined
  return values.elements.length
}

function rowFields(checker: ts.TypeChecker, row: ts.Type): RowField[] {
  if (row.flags & (ts.TypeFlags.Any | ts.TypeFlags.TypeParameter) || row.getStringIndexType()) return []
  return checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property)
    const parts = type.isUnion() ? type.types : [type]
    const there = parts.filter((part) => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
    const kinds = [...new Set(there.map((part) => kindOf(checker, part)))]
    return { name: property.name, kinds, nullable: there.length < parts.length || kinds.includes('any') }
  })
}

const SIMPLE: [ts.TypeFlags, string][] = [
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown, 'any'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
]

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const simple = SIMPLE.find(([flags]) => type.flags & flags)
  if (simple) return simple[1]
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference)
    const parts = element?.isUnion() ? element.types : [element]
    const kinds = parts.map((part) => (part && !(part.flags & ts.TypeFlags.Null) ? kindOf(checker, part) : ''))
    return `${[...new Set(kinds)].find(Boolean) ?? 'any'}[]`
  }
  return ['Date', 'Buffer'].find((name) => type.symbol?.name === name) ?? 'object'
}
