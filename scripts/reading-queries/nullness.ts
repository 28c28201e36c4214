import type { CatalogueFacts } from './catalogue-facts.ts'
import { answeredColumns, isNode, type Node, nodeAt, nodesAt, numberAt } from './query-tree.ts'

/** `unknown` is what a parameter or a function of ours decides. */
export type Nullness = 'never' | 'may' | 'unknown'

/** A query and, for a query inside another, the one around it, whose columns it may name. */
interface Scope {
  query: Node
  outer?: Scope
  /** Inside a function's body: what it was called with. */
  parameters?: Nullness
}

/** Whether the columns that a query answers with can be null, in their order. */
export function columnNullness(facts: CatalogueFacts, query: Node, around: Omit<Scope, 'query'> = {}): Nullness[] {
  const scope: Scope = { ...around, query }
  const operation = nodeAt(query, 'setOperations')
  if (!operation) {
    return answeredColumns(query).map((entry) => ofExpression(facts, scope, nodeAt(entry, 'expr')))
  }
  const branches = rangeOf(operation).map((index) => {
    const branch = nodeAt(nodesAt(query, 'rtable')[index - 1] ?? query, 'subquery')
    return branch ? columnNullness(facts, branch, within(scope)) : []
  })
  return answeredColumns(query).map((_, column) => every(branches.map((branch) => branch[column] ?? 'unknown')))
}

function within(outer: Scope): Omit<Scope, 'query'> {
  return outer.parameters ? { outer, parameters: outer.parameters } : { outer }
}

/** Null when one of them is. */
function every(parts: Nullness[]): Nullness {
  if (parts.includes('may')) return 'may'
  return parts.includes('unknown') ? 'unknown' : 'never'
}

/** Null only when all of them are. */
function some(parts: Nullness[]): Nullness {
  if (parts.includes('never')) return 'never'
  return parts.includes('unknown') ? 'unknown' : 'may'
}

function ofExpression(facts: CatalogueFacts, scope: Scope, node: Node | undefined): Nullness {
  if (!node) return 'may'
  const args = (...fields: string[]) =>
    fields.flatMap((field) => [...nodesAt(node, field), nodeAt(node, field)].filter(isNode)).map(of)
  const of = (inner: Node | undefined) => ofExpression(facts, scope, inner)
  switch (node.kind) {
    case 'VAR':
      return ofColumn(facts, scope, node)
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
      return some(args('args'))
    case 'BOOLEXPR':
    case 'SCALARARRAYOPEXPR':
      return every(args('args'))
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR':
    case 'COERCETODOMAIN':
      return every(args('arg'))
    case 'CASEEXPR':
      return every([...nodesAt(node, 'args').map((when) => of(nodeAt(when, 'result'))), of(nodeAt(node, 'defresult'))])
    case 'OPEXPR':
      return facts.isTotal(numberAt(node, 'opfuncid')) ? every(args('args')) : 'unknown'
    case 'FUNCEXPR':
      return ofCall(facts, numberAt(node, 'funcid'), every(args('args')))
    case 'PARAM':
      return scope.parameters ?? 'unknown'
    case 'AGGREF':
      return ofAggregate(facts, scope, node)
    case 'WINDOWFUNC':
      return facts.isCount(numberAt(node, 'winfnoid')) ? 'never' : 'unknown'
    case 'SUBLINK':
      return ofSubquery(facts, scope, node)
    case 'NULLIFEXPR':
      return 'may'
    default:
      return 'unknown'
  }
}

/** Whether a function's value can be null where no argument is. */
export function resultNullness(facts: CatalogueFacts, routine: number): Nullness {
  return ofCall(facts, routine, 'never')
}

function ofCall(facts: CatalogueFacts, routine: number, parameters: Nullness): Nullness {
  if (facts.isBuilder(routine)) return 'never'
  if (facts.isTotal(routine)) return parameters
  const body = facts.bodyOf(routine)
  if (!body || (facts.isStrict(routine) && parameters !== 'never')) return 'unknown'
  return hasOneRow(body) ? (columnNullness(facts, body, { parameters })[0] ?? 'unknown') : 'unknown'
}

function ofAggregate(facts: CatalogueFacts, scope: Scope, node: Node): Nullness {
  if (facts.isCount(numberAt(node, 'aggfnoid'))) return 'never'
  const groupsHaveRows = nodesAt(scope.query, 'groupClause').length > 0 && !nodeAt(node, 'aggfilter')
  if (!groupsHaveRows || !facts.isFolding(numberAt(node, 'aggfnoid'))) return 'may'
  return every(nodesAt(node, 'args').map((entry) => ofExpression(facts, scope, nodeAt(entry, 'expr'))))
}

const SUBLINK = { exists: '0', any: '2', expression: '4', array: '6' }

function ofSubquery(facts: CatalogueFacts, scope: Scope, node: Node): Nullness {
  const query = nodeAt(node, 'subselect')
  const kind = String(node.fields.subLinkType)
  if (kind === SUBLINK.exists || kind === SUBLINK.array) return 'never'
  if (!query) return 'unknown'
  const first = columnNullness(facts, query, within(scope))[0] ?? 'unknown'
  if (kind === SUBLINK.any) return every([first, ofExpression(facts, scope, nodeAt(node, 'testexpr'))])
  if (kind !== SUBLINK.expression) return 'unknown'
  return hasOneRow(query) ? first : 'may'
}

/** An aggregate of everything, or a select from nothing. */
function hasOneRow(query: Node): boolean {
  const aggregates = query.fields.hasAggs === 'true' && nodesAt(query, 'groupClause').length === 0
  const isBare = nodesAt(query, 'rtable').length === 0 && !nodeAt(nodeAt(query, 'jointree') ?? query, 'quals')
  return (aggregates && !nodeAt(query, 'havingQual')) || isBare
}

const RANGE = { relation: '0', subquery: '1', join: '2', values: '5', cte: '6', group: '9' }

function ofColumn(facts: CatalogueFacts, scope: Scope, column: Node): Nullness {
  const home = ascend(scope, numberAt(column, 'varlevelsup'))
  const range = home && nodesAt(home.query, 'rtable')[numberAt(column, 'varno') - 1]
  if (!home || !range || column.fields.varreturningtype === '1') return 'unknown'
  const present = presentIn(facts, home.query)
  if (present.columns.has(columnKey(column))) return 'never'
  if (isOuterJoined(column) && !present.ranges.has(rangeKey(column))) return 'may'
  const place = numberAt(column, 'varattno')
  // The whole row.
  if (place === 0) return 'never'
  switch (range.fields.rtekind) {
    case RANGE.relation:
      return ofRelation(facts, numberAt(range, 'relid'), place)
    case RANGE.subquery: {
      const query = nodeAt(range, 'subquery')
      return (query && columnNullness(facts, query, within(home))[place - 1]) || 'unknown'
    }
    case RANGE.join:
      return ofExpression(facts, home, nodesAt(range, 'joinaliasvars')[place - 1])
    case RANGE.group:
      return ofExpression(facts, home, nodesAt(range, 'groupexprs')[place - 1])
    case RANGE.values:
      return every(rowsOf(range).map((row) => ofExpression(facts, home, row[place - 1])))
    case RANGE.cte:
      return ofNamedQuery(facts, home, range)[place - 1] ?? 'unknown'
    default:
      return 'unknown'
  }
}

function ofRelation(facts: CatalogueFacts, relation: number, place: number): Nullness {
  const view = facts.viewQuery(relation)
  if (view) return columnNullness(facts, view)[place - 1] ?? 'unknown'
  return place < 0 || facts.isNotNull(relation, place) ? 'never' : 'may'
}

function ofNamedQuery(facts: CatalogueFacts, scope: Scope, range: Node): Nullness[] {
  const home = ascend(scope, numberAt(range, 'ctelevelsup'))
  const named = home && nodesAt(home.query, 'cteList').find((cte) => cte.fields.ctename === range.fields.ctename)
  const query = named && nodeAt(named, 'ctequery')
  // One that names itself has no end here.
  return query && named.fields.cterecursive === 'false' ? columnNullness(facts, query, within(home)) : []
}

function ascend(scope: Scope, levels: number): Scope | undefined {
  return levels === 0 ? scope : scope.outer && ascend(scope.outer, levels - 1)
}

function rowsOf(range: Node): Node[][] {
  const rows = range.fields.values_lists
  return Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.filter(isNode) : [])) : []
}

/** The joins that can leave this column empty for want of a partner row. */
function isOuterJoined(column: Node): boolean {
  return joinsOver(column) !== 'b'
}

function joinsOver(column: Node): string {
  const joins = column.fields.varnullingrels
  return Array.isArray(joins) ? joins.join(' ') : ''
}

const columnKey = (column: Node) => `${rangeKey(column)} ${column.fields.varattno}`
const rangeKey = (column: Node) => `${column.fields.varno} under ${joinsOver(column)}`

/** What `where` and inner joins ask for: a row in which such a column is null does not pass, so its table's row is there too. */
function presentIn(facts: CatalogueFacts, query: Node): { columns: Set<string>; ranges: Set<string> } {
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

/** Places in the range table of all branches of a union. */
function rangeOf(operation: Node): number[] {
  if (operation.kind === 'RANGETBLREF') return [numberAt(operation, 'rtindex')]
  return [nodeAt(operation, 'larg'), nodeAt(operation, 'rarg')].filter(isNode).flatMap(rangeOf)
}
