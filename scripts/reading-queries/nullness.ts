import type { CatalogueFacts } from './catalogue-facts.ts'
import { isNode, type Node, nodeAt, nodesAt, numberAt, outputColumns } from './query-tree.ts'

/** `unknown`: depends on a parameter or on a function that cannot be analysed. */
export type Nullness = 'never' | 'may' | 'unknown'

/** A query and, for a subquery, the outer one, whose columns it may reference. */
interface Scope {
  query: Node
  outer?: Scope
  /** In a function's body: nullness of the call's arguments. */
  parameters?: Nullness
}

/**
 * Results by query and parameters. A column reference asks for all columns of its subquery: without this, the time
 * grows with the power of the nesting. A query's outer ones are given by where it is written.
 */
const known = new WeakMap<Node, Map<Nullness | undefined, Nullness[]>>()

/** Whether the output columns of a query can be null, in order. */
export function columnNullness(facts: CatalogueFacts, query: Node, around: Omit<Scope, 'query'> = {}): Nullness[] {
  const results = known.get(query) ?? new Map<Nullness | undefined, Nullness[]>()
  known.set(query, results)
  const former = results.get(around.parameters)
  if (former) return former
  const columns = readNullness(facts, query, around)
  results.set(around.parameters, columns)
  return columns
}

function readNullness(facts: CatalogueFacts, query: Node, around: Omit<Scope, 'query'>): Nullness[] {
  const scope: Scope = { ...around, query }
  const operation = nodeAt(query, 'setOperations')
  if (!operation) {
    return outputColumns(query).map((entry) => expressionNullness(facts, scope, nodeAt(entry, 'expr')))
  }
  const branches = rangeOf(operation).map((index) => {
    const branch = nodeAt(nodesAt(query, 'rtable')[index - 1] ?? query, 'subquery')
    return branch ? columnNullness(facts, branch, within(scope)) : []
  })
  return outputColumns(query).map((_, column) => nullIfAny(branches.map((branch) => branch[column] ?? 'unknown')))
}

function within(outer: Scope): Omit<Scope, 'query'> {
  return outer.parameters ? { outer, parameters: outer.parameters } : { outer }
}

/** Null if any part of the expression is null. */
function nullIfAny(parts: Nullness[]): Nullness {
  if (parts.includes('may')) return 'may'
  return parts.includes('unknown') ? 'unknown' : 'never'
}

/** Null only if all parts of the expression are null. */
function nullIfAll(parts: Nullness[]): Nullness {
  if (parts.includes('never')) return 'never'
  return parts.includes('unknown') ? 'unknown' : 'may'
}

function expressionNullness(facts: CatalogueFacts, scope: Scope, node: Node | undefined): Nullness {
  if (!node) return 'may'
  const args = (...fields: string[]) =>
    fields.flatMap((field) => [...nodesAt(node, field), nodeAt(node, field)].filter(isNode)).map(of)
  const of = (inner: Node | undefined) => expressionNullness(facts, scope, inner)
  switch (node.kind) {
    case 'VAR':
      return columnRefNullness(facts, scope, node)
    case 'CONST':
      return node.fields.constisnull === 'true' ? 'may' : 'never'
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ROWEXPR':
    case 'ARRAYEXPR':
    case 'SQLVALUEFUNCTION':
      return 'never'
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
      return nullIfAll(args('args'))
    case 'BOOLEXPR':
    case 'SCALARARRAYOPEXPR':
      return nullIfAny(args('args'))
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR':
    case 'COERCETODOMAIN':
      return nullIfAny(args('arg'))
    case 'CASEEXPR':
      return nullIfAny([
        ...nodesAt(node, 'args').map((when) => of(nodeAt(when, 'result'))),
        of(nodeAt(node, 'defresult')),
      ])
    case 'OPEXPR':
      return facts.isTotal(numberAt(node, 'opfuncid')) ? nullIfAny(args('args')) : 'unknown'
    case 'FUNCEXPR':
      return callNullness(facts, numberAt(node, 'funcid'), nullIfAny(args('args')))
    case 'PARAM':
      return scope.parameters ?? 'unknown'
    case 'AGGREF':
      return aggregateNullness(facts, scope, node)
    case 'WINDOWFUNC':
      return facts.isCount(numberAt(node, 'winfnoid')) ? 'never' : 'unknown'
    case 'SUBLINK':
      return subqueryNullness(facts, scope, node)
    case 'NULLIFEXPR':
      return 'may'
    default:
      return 'unknown'
  }
}

/** Whether a function's result can be null although no argument is. */
export function resultNullness(facts: CatalogueFacts, routine: number): Nullness {
  return callNullness(facts, routine, 'never')
}

function callNullness(facts: CatalogueFacts, routine: number, parameters: Nullness): Nullness {
  if (facts.isBuilder(routine)) return 'never'
  if (facts.isTotal(routine)) return parameters
  const body = facts.bodyOf(routine)
  if (!body || (facts.isStrict(routine) && parameters !== 'never')) return 'unknown'
  return hasOneRow(body) ? (columnNullness(facts, body, { parameters })[0] ?? 'unknown') : 'unknown'
}

function aggregateNullness(facts: CatalogueFacts, scope: Scope, node: Node): Nullness {
  if (facts.isCount(numberAt(node, 'aggfnoid'))) return 'never'
  const groupsHaveRows = nodesAt(scope.query, 'groupClause').length > 0 && !nodeAt(node, 'aggfilter')
  if (!groupsHaveRows || !facts.isFolding(numberAt(node, 'aggfnoid'))) return 'may'
  return nullIfAny(nodesAt(node, 'args').map((entry) => expressionNullness(facts, scope, nodeAt(entry, 'expr'))))
}

/** Values of PostgreSQL's enum `SubLinkType`. */
const SUBLINK = { exists: '0', any: '2', expression: '4', array: '6' }

function subqueryNullness(facts: CatalogueFacts, scope: Scope, node: Node): Nullness {
  const query = nodeAt(node, 'subselect')
  const kind = String(node.fields.subLinkType)
  if (kind === SUBLINK.exists || kind === SUBLINK.array) return 'never'
  if (!query) return 'unknown'
  const first = columnNullness(facts, query, within(scope))[0] ?? 'unknown'
  if (kind === SUBLINK.any) return nullIfAny([first, expressionNullness(facts, scope, nodeAt(node, 'testexpr'))])
  if (kind !== SUBLINK.expression) return 'unknown'
  return hasOneRow(query) ? first : 'may'
}

/** An aggregate without GROUP BY, or a SELECT without FROM. */
function hasOneRow(query: Node): boolean {
  const aggregates = query.fields.hasAggs === 'true' && nodesAt(query, 'groupClause').length === 0
  const isBare = nodesAt(query, 'rtable').length === 0 && !nodeAt(nodeAt(query, 'jointree') ?? query, 'quals')
  return (aggregates && !nodeAt(query, 'havingQual')) || isBare
}

/** Values of PostgreSQL's enum `RTEKind`. `group` exists from version 18 on. */
const RANGE = { relation: '0', subquery: '1', join: '2', values: '5', cte: '6', group: '9' }

function columnRefNullness(facts: CatalogueFacts, scope: Scope, column: Node): Nullness {
  const home = ascend(scope, numberAt(column, 'varlevelsup'))
  const range = home && nodesAt(home.query, 'rtable')[numberAt(column, 'varno') - 1]
  if (!home || !range || column.fields.varreturningtype === '1') return 'unknown'
  const present = provenNotNull(facts, home.query)
  if (present.columns.has(columnKey(column))) return 'never'
  if (isOuterJoined(column) && !present.ranges.has(rangeKey(column))) return 'may'
  const place = numberAt(column, 'varattno')
  // The whole row.
  if (place === 0) return 'never'
  switch (range.fields.rtekind) {
    case RANGE.relation:
      return relationNullness(facts, numberAt(range, 'relid'), place)
    case RANGE.subquery: {
      const query = nodeAt(range, 'subquery')
      return (query && columnNullness(facts, query, within(home))[place - 1]) || 'unknown'
    }
    case RANGE.join:
      return expressionNullness(facts, home, nodesAt(range, 'joinaliasvars')[place - 1])
    case RANGE.group:
      return expressionNullness(facts, home, nodesAt(range, 'groupexprs')[place - 1])
    case RANGE.values:
      return nullIfAny(rowsOf(range).map((row) => expressionNullness(facts, home, row[place - 1])))
    case RANGE.cte:
      return cteNullness(facts, home, range)[place - 1] ?? 'unknown'
    default:
      return 'unknown'
  }
}

function relationNullness(facts: CatalogueFacts, relation: number, place: number): Nullness {
  const view = facts.viewQuery(relation)
  if (view) return columnNullness(facts, view)[place - 1] ?? 'unknown'
  return place < 0 || facts.isNotNull(relation, place) ? 'never' : 'may'
}

function cteNullness(facts: CatalogueFacts, scope: Scope, range: Node): Nullness[] {
  const home = ascend(scope, numberAt(range, 'ctelevelsup'))
  const named = home && nodesAt(home.query, 'cteList').find((cte) => cte.fields.ctename === range.fields.ctename)
  const query = named && nodeAt(named, 'ctequery')
  // Recursive queries are not followed.
  return query && named.fields.cterecursive === 'false' ? columnNullness(facts, query, within(home)) : []
}

function ascend(scope: Scope, levels: number): Scope | undefined {
  return levels === 0 ? scope : scope.outer && ascend(scope.outer, levels - 1)
}

function rowsOf(range: Node): Node[][] {
  const rows = range.fields.values_lists
  return Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.filter(isNode) : [])) : []
}

/** True if an outer join can make this column null: the set of such joins is printed as `(b)` if it is empty. */
function isOuterJoined(column: Node): boolean {
  return joinsOver(column) !== 'b'
}

function joinsOver(column: Node): string {
  const joins = column.fields.varnullingrels
  return Array.isArray(joins) ? joins.join(' ') : ''
}

const columnKey = (column: Node) => `${rangeKey(column)} ${column.fields.varattno}`
const rangeKey = (column: Node) => `${column.fields.varno} under ${joinsOver(column)}`

/** Columns that conditions of WHERE and inner joins prove to be not null; the row of their table then exists too. */
function provenNotNull(facts: CatalogueFacts, query: Node): { columns: Set<string>; ranges: Set<string> } {
  const columns = conditionsOf(nodeAt(query, 'jointree')).flatMap((condition) => columnsThatPass(facts, condition))
  return { columns: new Set(columns.map(columnKey)), ranges: new Set(columns.map(rangeKey)) }
}

function columnsThatPass(facts: CatalogueFacts, condition: Node): Node[] {
  if (condition.kind === 'BOOLEXPR' && condition.fields.boolop === 'and') {
    return nodesAt(condition, 'args').flatMap((part) => columnsThatPass(facts, part))
  }
  const isThere = condition.kind === 'NULLTEST' && condition.fields.nulltesttype === '1'
  const isStrict =
    /^(OPEXPR|SCALARARRAYOPEXPR)$/.test(condition.kind) && facts.isStrict(numberAt(condition, 'opfuncid'))
  const parts = isThere ? [nodeAt(condition, 'arg')] : isStrict ? nodesAt(condition, 'args') : [condition]
  const bare = parts.map((part) => (part?.kind === 'RELABELTYPE' ? nodeAt(part, 'arg') : part))
  return bare.filter(isNode).filter((part) => part.kind === 'VAR' && part.fields.varlevelsup === '0')
}

function conditionsOf(tree: Node | undefined): Node[] {
  if (!tree || (tree.kind === 'JOINEXPR' && tree.fields.jointype !== '0')) return []
  const parts = [...nodesAt(tree, 'fromlist'), nodeAt(tree, 'larg'), nodeAt(tree, 'rarg')].filter(isNode)
  return [nodeAt(tree, 'quals'), ...parts.flatMap(conditionsOf)].filter(isNode)
}

/** Indexes in the range table of all branches of a set operation. */
function rangeOf(operation: Node): number[] {
  if (operation.kind === 'RANGETBLREF') return [numberAt(operation, 'rtindex')]
  return [nodeAt(operation, 'larg'), nodeAt(operation, 'rarg')].filter(isNode).flatMap(rangeOf)
}
