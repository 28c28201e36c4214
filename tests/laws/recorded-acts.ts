import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

const RECORDER = { path: 'server/record-act.ts', name: 'recordAct' }

interface Declared {
  path: string
  node: ts.Node
}

/**
 * Follows the calls of commands to `recordAct`. A command records its act if its own file calls `recordAct` for it, or
 * if its `run` always calls a function of another file that always does: not under a condition.
 */
export class RecordedActs {
  readonly #read: (path: string) => string
  readonly #files = new Map<string, ts.SourceFile>()

  constructor(read: (path: string) => string) {
    this.#read = read
  }

  /** Names of the commands in a `feature.ts` that don't record their act, of those named. */
  missingIn(featurePath: string, names: ReadonlySet<string>): string[] {
    const missing: string[] = []
    visit(this.#file(featurePath), (node) => {
      if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name) || !names.has(node.name.text)) return
      const command = ts.isIdentifier(node.initializer) && this.#resolve(featurePath, node.initializer.text)
      if (!command || !this.#commandRecords(command)) missing.push(node.name.text)
    })
    return missing
  }

  #commandRecords(command: Declared): boolean {
    return this.#partsOf(command).some(({ path, node }) => {
      let records = false
      visit(node, (part) => {
        if (ts.isCallExpression(part)) {
          const called = this.#calledBy(path, part)
          records ||= this.#isRecorder(path, part) || (called?.path === path && this.#always(called, new Set()))
        }
        if (ts.isMethodDeclaration(part) && part.name.getText() === 'run' && part.body) {
          records ||= this.#always({ path, node: part.body }, new Set())
        }
      })
      return records
    })
  }

  /** The command, and the functions whose result it spreads. */
  #partsOf(command: Declared): Declared[] {
    const parts = [command]
    visit(command.node, (node) => {
      if (!ts.isSpreadAssignment(node) || !ts.isCallExpression(node.expression)) return
      const part = this.#calledBy(command.path, node.expression)
      if (part) parts.push(part)
    })
    return parts
  }

  #always({ path, node }: Declared, seen: Set<ts.Node>): boolean {
    if (seen.has(node)) return false
    seen.add(node)
    const block = ts.isBlock(node) ? node : bodyOf(node)
    if (!block) return false
    const steps = ts.isBlock(block) ? block.statements.filter((statement) => !ts.isIfStatement(statement)) : [block]
    return steps.some((step) => {
      let records = false
      visitUnconditional(step, (part) => {
        if (!ts.isCallExpression(part)) return
        const called = this.#calledBy(path, part)
        records ||= this.#isRecorder(path, part) || (called !== undefined && this.#always(called, seen))
      })
      return records
    })
  }

  #isRecorder(path: string, call: ts.CallExpression): boolean {
    return ts.isIdentifier(call.expression) && this.#importOf(path, call.expression.text) === RECORDER.path
  }

  #calledBy(path: string, call: ts.CallExpression): Declared | undefined {
    return ts.isIdentifier(call.expression) ? this.#resolve(path, call.expression.text) : undefined
  }

  /** The declaration of a name at the top of a file, or of its import from the server. */
  #resolve(path: string, name: string): Declared | undefined {
    const imported = this.#importOf(path, name)
    if (imported !== undefined) return imported.startsWith('server/') ? this.#resolve(imported, name) : undefined
    for (const statement of this.#file(path).statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return { path, node: statement }
      if (!ts.isVariableStatement(statement)) continue
      const found = statement.declarationList.declarations.find(({ name: own }) => own.getText() === name)
      if (found?.initializer) return { path, node: found.initializer }
    }
    return undefined
  }

  #importOf(path: string, name: string): string | undefined {
    for (const statement of this.#file(path).statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
      const bindings = statement.importClause?.namedBindings
      if (!bindings || !ts.isNamedImports(bindings)) continue
      if (!bindings.elements.some((element) => element.name.text === name)) continue
      const { text } = statement.moduleSpecifier
      return text.startsWith('#') ? text.slice(1) : text.startsWith('.') ? normalize(join(dirname(path), text)) : text
    }
    return undefined
  }

  #file(path: string): ts.SourceFile {
    const parsed = this.#files.get(path) ?? ts.createSourceFile(path, this.#read(path), ts.ScriptTarget.ES2023, true)
    this.#files.set(path, parsed)
    return parsed
  }
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}

function visitUnconditional(node: ts.Node, look: (node: ts.Node) => void): void {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node) || ts.isFunctionLike(node)) return
  look(node)
  ts.forEachChild(node, (child) => visitUnconditional(child, look))
}

function bodyOf(node: ts.Node): ts.Node | undefined {
  return ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)
    ? node.body
    : undefined
}
