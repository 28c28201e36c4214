import ts from 'typescript'
import type { Source } from './laws.ts'

/** Rooms with screens of buyers, and what in them is for vendors and staff alone, who read English. */
const ROOMS = [
  'accounts',
  'adverts',
  'auth',
  'blog',
  'cart',
  'claims',
  'deals',
  'follows',
  'group-buys',
  'hand-overs',
  'languages',
  'layouts',
  'messages',
  'notices',
  'orders',
  'pages',
  'payments',
  'places',
  'products',
  'receipts',
  'rewards',
  'search',
  'session',
  'theme',
  'ui',
  'vendors',
]
const NOT_FOR_BUYERS = [
  /\/(staff|vendor|content|chief|sign-up|legal)\//,
  /\.test\.tsx?$/,
  /^web\/blog\/(editor|save-post|feed|rss|tag-names)/,
  /^web\/claims\/(lot|side|judging|answer-form|weighed)/,
  /^web\/hand-overs\/(?!codes|stockpile|balance|kept-copy)/,
  /^web\/layouts\/(areas|role-area)/,
  /^web\/messages\/(inbox|message-tabs|new-message)/,
  /^web\/orders\/(not-all-found|order-filters|order-rows|sold|where-words)/,
  /^web\/pages\/(ui-gallery|dashboards\/(?!customer))/,
  /^web\/products\/(question-desk|chief)/,
  /^web\/receipts\/(invoices|vat)/,
  /^web\/vendors\/(review-desk|logo|poster|shop-details|shop-changes)/,
  /-(csv|pdf)\.ts$/,
  /\.server\.ts$/,
]

/** Whether a file makes screens of buyers. */
export function isForBuyers(path: string): boolean {
  const room = /^web\/([^/]+)\//.exec(path)?.[1] ?? (path === 'web/root.tsx' ? 'ui' : '')
  return ROOMS.includes(room) && !NOT_FOR_BUYERS.some((pattern) => pattern.test(path))
}

/**
 * On screens of buyers every word that is read is a text of the catalogues: `i18n.t('…')`, `<Trans id="…">`, or a literal behind
 * `/*i18n*\/` that is shown by `i18n.t` elsewhere. What is the same in every language stands behind `/*as is*\/`.
 */
export function wordsAreTexts({ path, text }: Source): string[] {
  if (!isForBuyers(path) || !/\.tsx?$/.test(path)) return []
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  visit(file)
  return found

  function visit(node: ts.Node): void {
    if (isSpoken(node) || isUnseen(node)) return
    if (isBare(node, file)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${path}:${line + 1} says ${node.getText().trim().replace(/\s+/g, ' ').slice(0, 80)} in no catalogue.`)
    } else ts.forEachChild(node, visit)
  }
}

/** A text that people would read in English whatever language they chose. */
function isBare(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isJsxText(node)) return /[A-Za-z]{2}/.test(node.text)
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const before = file.text.slice(node.getFullStart(), node.getStart())
  if (/\/\*(i18n|as is)\*\//.test(before)) return false
  const said = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('0')
    : node.text
  if (isSeen(node)) return /[A-Za-z]{2}/.test(said)
  // Elsewhere: what looks like a sentence or a heading, and no name of the code.
  return /^[“"]?[A-Z][a-z’']*[ ,][\w“(]/.test(said)
}

const SEEN_NAMES =
  /^(aria-label|aria-description|title|alt|placeholder|label|heading|lead|hint|caption|summary|confirm|question|sentence|badge|said|legend|note|message|description|busyLabel|reload|lost|header|one|many|detail|press|readBy)$/

/** Stands where people read: between tags, in an attribute that is read out, in a property of such a name. */
function isSeen(node: ts.Node): boolean {
  let at = node
  while (
    ts.isConditionalExpression(at.parent)
      ? at !== at.parent.condition
      : isLogical(at.parent) || ts.isParenthesizedExpression(at.parent)
  )
    at = at.parent
  const { parent } = at
  if (ts.isJsxAttribute(parent)) return SEEN_NAMES.test(parent.name.getText())
  if (ts.isPropertyAssignment(parent)) return SEEN_NAMES.test(parent.name.getText().replace(/['"]/g, ''))
  if (!ts.isJsxExpression(parent)) return false
  return ts.isJsxAttribute(parent.parent) ? SEEN_NAMES.test(parent.parent.name.getText()) : true
}

const isLogical = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.AmpersandAmpersandToken].includes(
    node.operatorToken.kind,
  )

/** `i18n.t(…)` and `<Trans>`: the text itself needs no second look, what is put into it does. */
function isSpoken(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node)) return false
  const { parent } = node
  if (ts.isCallExpression(parent))
    return parent.arguments[0] === node && /(^|\.)i18n\.t$/.test(parent.expression.getText())
  return ts.isJsxAttribute(parent) && parent.name.getText() === 'id'
}

/** What nobody reads on a screen: imports, classes, faults for the log. */
function isUnseen(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isJsxAttribute(node)) return /^(className|href|to|src|d|id|name|type|style|key)$/.test(node.name.getText())
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  return ts.isCallExpression(node) && /^(assert|cx|console\.\w+)$/.test(node.expression.getText())
}
