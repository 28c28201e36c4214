import ts from 'typescript'

interface SourceFile {
  path: string
  text: string
}

/**
 * Reads of pages whose result is used although their error is not looked at, so that a failure looks like "nothing
 * there". A read that a page cannot do without ends in `.throwOnError()`, or its error is shown. Others are minor: the
 * page says that a part of it is missing (web/rendering/failed-reads-notice.tsx).
 */
export function readsThatHideFailures({ path, text }: SourceFile): string[] {
  if (!/^web\/.*(?<!\.test)\.tsx?$/.test(path) || !/\b(?:tables|api)\b/.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const hidden: string[] = []
  const visit = (node: ts.Node): void => {
    const read = hiddenRead(node)
    if (read) hidden.push(`${path}: ${read.replace(/\s+/g, ' ').slice(0, 80)}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return hidden
}

/** The text of a read whose error is not looked at. */
function hiddenRead(node: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    const names = node.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText())
    const usesResult = names.includes('data') || names.includes('count')
    if (usesResult && !names.includes('error') && isUncheckedRead(node.initializer)) return node.initializer?.getText()
  }
  if (!ts.isPropertyAccessExpression(node) || !['data', 'count'].includes(node.name.text)) return undefined
  const result = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : node.expression
  if (ts.isAwaitExpression(result)) return isUncheckedRead(result) ? result.getText() : undefined
  if (!ts.isIdentifier(result)) return undefined
  const around = enclosingFunction(node)?.getText() ?? ''
  if (new RegExp(`\\b${result.text}\\??\\.error\\b`).test(around)) return undefined
  return isReadInto(result.text, around) ? node.getText() : undefined
}

const QUERY = /\.(?:from|rpc)\(/

const isUncheckedRead = (read: ts.Expression | undefined): boolean =>
  read !== undefined && ts.isAwaitExpression(read) && QUERY.test(read.getText()) && !/throwOnError/.test(read.getText())

/** Whether the function reads into a variable of this name: alone, or together with others. */
function isReadInto(name: string, around: string): boolean {
  const [, read = ''] =
    new RegExp(`const (?:${name}|\\[[^=]*\\b${name}\\b[^=]*\\]) = await ([\\s\\S]*)`).exec(around) ?? []
  return QUERY.test(read)
}

function enclosingFunction(node: ts.Node): ts.Node | undefined {
  let at: ts.Node | undefined = node
  while (at && !(ts.isFunctionDeclaration(at) || ts.isArrowFunction(at) || ts.isMethodDeclaration(at))) at = at.parent
  return at
}
