import ts from 'typescript'
import type { Source } from './laws.ts'

/** Folders with screens for buyers, and files in them for vendors and staff only, whose screens are in English. */
const ROOMS = [
  'accounts',
  'adverts',
  'auth',
  'blog',
  'cart',
  'claims',
  'deals',
  'files',
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
  /^web\/claims\/(lot|claim-side|staff-claim|decision-forms|claim-context|offers\/(own-offer|proof|vendor-answer|offer-action))/,
  /^web\/files\/(?!uploads|pictures)/,
  /^web\/hand-overs\/(?!codes|stockpile|balance|cached-copy)/,
  /^web\/layouts\/(area-links|areas|role-area|desk-area|area\/)/,
  /^web\/messages\/(inbox|message-tabs|new-message)/,
  /^web\/orders\/(search-stopped|order-filters|order-rows|sold|buyer-|timeline\/order-history|destination\/destination-texts)/,
  /^web\/pages\/(ui-gallery|bulk\/|dashboards\/(?!customer))/,
  /^web\/products\/(question-desk|chief)/,
  /^web\/receipts\/(invoices|vat)/,
  /^web\/vendors\/(own-shop|reviews\/review-desk)/,
  /-(csv|pdf|sheet|bulk)\.ts$/,
  /\.server\.ts$/,
]

/** True if the file is part of screens for buyers. */
export function isForBuyers(path: string): boolean {
  const folder = /^web\/([^/]+)\//.exec(path)?.[1] ?? (path === 'web/root.tsx' ? 'ui' : '')
  return ROOMS.includes(folder) && !NOT_FOR_BUYERS.some((pattern) => pattern.test(path))
}

/**
 * All text on screens for buyers must be in the catalogues: `i18n.t('…')`, `<Trans id="…">`, or a literal marked with
 * `/*i18n*\/` that is translated by `i18n.t` elsewhere. Text that is the same in every language is marked with `/*as
 * is*\/`.
 */
export function textsAreInCatalogues({ path, text }: Source): string[] {
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
      found.push(
        `${path}:${line + 1} has untranslated text: ${node.getText().trim().replace(/\s+/g, ' ').slice(0, 80)}`,
      )
    } else ts.forEachChild(node, visit)
  }
}

/** True for a text that would be shown untranslated. */
function isBare(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isJsxText(node)) return /[A-Za-z]{2}/.test(node.text)
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const before = file.text.slice(node.getFullStart(), node.getStart())
  if (/\/\*(i18n|as is)\*\//.test(before)) return false
  const literal = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('0')
    : node.text
  if (isSeen(node)) return /[A-Za-z]{2}/.test(literal)
  // Elsewhere: text that looks like a sentence or heading and not like an identifier.
  return /^[“"]?[A-Z][a-z’']*[ ,][\w“(]/.test(literal)
}

const SEEN_NAMES =
  /^(aria-label|aria-description|title|alt|placeholder|label|heading|lead|hint|caption|summary|confirm|question|sentence|badge|said|legend|note|message|description|busyLabel|reload|lost|header|one|many|detail|press|readBy)$/

/**
 * True for text shown to users: between tags, in a visible or accessible attribute, or in a property of such a name.
 */
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

/** True for the text of `i18n.t(…)` and `<Trans>`; their values are still checked. */
function isSpoken(node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node)) return false
  const { parent } = node
  if (ts.isCallExpression(parent))
    return parent.arguments[0] === node && /(^|\.)i18n\.t$/.test(parent.expression.getText())
  return ts.isJsxAttribute(parent) && parent.name.getText() === 'id'
}

/** True for text not shown to users: imports, class names, messages for the log. */
function isUnseen(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isJsxAttribute(node)) return /^(className|href|to|src|d|id|name|type|style|key)$/.test(node.name.getText())
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  return ts.isCallExpression(node) && /^(assert|cx|console\.\w+)$/.test(node.expression.getText())
}
