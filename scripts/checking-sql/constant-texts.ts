import ts from 'typescript'

/** A possible value of an expression: a text, a literal (with the values of its parameters), or unknown. */
type PossibleValue = string | { node: ts.Node; env: Env } | undefined
type Env = ReadonlyMap<ts.Node, PossibleValue[]>

/** Maximum number of alternatives of an expression that are evaluated. */
const MAX_ALTERNATIVES = 64

/** A function and one of its calls. */
interface Invocation {
  routine: ts.SignatureDeclaration
  call: ts.CallExpression
}

/**
 * Evaluates constant texts in source: templates of constants, branches, members of literals, and parameters by all
 * calls.
 */
export class ConstantTexts {
  readonly #checker: ts.TypeChecker
  readonly #calls: ReadonlyMap<ts.Node, ts.CallExpression[]>
  readonly #running = new Set<ts.Node>()

  constructor(checker: ts.TypeChecker, files: readonly ts.SourceFile[]) {
    this.#checker = checker
    this.#calls = callsByRoutine(checker, files)
  }

  /**
   * All possible texts of an expression; undefined stands for one that is not constant. `within` is the call in which
   * its function runs; without it, all calls are considered.
   */
  textsOf(expression: ts.Expression, within?: Invocation): (string | undefined)[] {
    const none: Env = new Map()
    const env = within ? this.#called(within.routine, { call: within.call, outer: none, env: none }) : none
    const found = this.#evaluate(expression, env)
    return [...new Set(found.flatMap((each) => textIn(each, (whole) => this.#members([whole], 'text'))))]
  }

  callsOf(routine: ts.Node): readonly ts.CallExpression[] {
    return this.#calls.get(routine) ?? []
  }

  #evaluate(node: ts.Node, env: Env): PossibleValue[] {
    if (this.#running.has(node)) return [undefined]
    this.#running.add(node)
    try {
      const found = this.#byForm(node, env)
      const known = found.includes(undefined) && ts.isExpression(node) ? (this.#byType(node) ?? found) : found
      return [...new Set(known)].slice(0, MAX_ALTERNATIVES)
    } finally {
      this.#running.delete(node)
    }
  }

  #byForm(node: ts.Node, env: Env): PossibleValue[] {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
    if (ts.isTemplateExpression(node)) {
      return node.templateSpans.reduce<PossibleValue[]>(
        (texts, span) => joined(texts, joined(this.#evaluate(span.expression, env), [span.literal.text])),
        [node.head.text],
      )
    }
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      return this.#evaluate(node.expression, env)
    }
    if (ts.isBinaryExpression(node)) return this.#ofPair(node, env)
    if (ts.isConditionalExpression(node))
      return [...this.#evaluate(node.whenTrue, env), ...this.#evaluate(node.whenFalse, env)]
    if (ts.isIdentifier(node)) return this.#ofName(node, env)
    if (ts.isPropertyAccessExpression(node)) return this.#members(this.#evaluate(node.expression, env), node.name.text)
    if (ts.isElementAccessExpression(node)) return this.#members(this.#evaluate(node.expression, env))
    if (ts.isCallExpression(node)) return this.#ofCall(node, env)
    const isLiteral = ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || isFunctionNode(node)
    return isLiteral ? [{ node, env }] : [undefined]
  }

  #ofPair(node: ts.BinaryExpression, env: Env): PossibleValue[] {
    const sides: [PossibleValue[], PossibleValue[]] = [this.#evaluate(node.left, env), this.#evaluate(node.right, env)]
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return joined(...sides)
    const chooses = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]
    return chooses.includes(node.operatorToken.kind) ? sides.flat() : [undefined]
  }

  #ofName(node: ts.Identifier, env: Env): PossibleValue[] {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node)
    const declaration = symbol && declarationOf(this.#checker, symbol)
    return declaration ? this.#ofDeclaration(declaration, env) : [undefined]
  }

  #ofDeclaration(declaration: ts.Node, env: Env): PossibleValue[] {
    const given = env.get(declaration)
    if (given) return given
    if (ts.isFunctionDeclaration(declaration)) return [{ node: declaration, env }]
    if (ts.isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent
      if (ts.isForOfStatement(loop)) return this.#members(this.#evaluate(loop.expression, env))
      const isFixed = (declaration.parent.flags & ts.NodeFlags.Const) !== 0
      return isFixed && declaration.initializer ? this.#evaluate(declaration.initializer, env) : [undefined]
    }
    if (ts.isParameter(declaration)) return this.#ofParameter(declaration)
    if (ts.isBindingElement(declaration)) {
      const name = declaration.propertyName ?? declaration.name
      const whole = this.#ofDeclaration(declaration.parent.parent, env)
      return ts.isIdentifier(name) && ts.isObjectBindingPattern(declaration.parent)
        ? this.#members(whole, name.text)
        : [undefined]
    }
    return [undefined]
  }

  #ofParameter(parameter: ts.ParameterDeclaration): PossibleValue[] {
    const place = parameter.parent.parameters.indexOf(parameter)
    const given = (this.#calls.get(parameter.parent) ?? []).flatMap((call) => {
      const argument = call.arguments[place]
      return argument ? this.#evaluate(argument, new Map()) : [undefined]
    })
    return given.length > 0 ? given : [undefined]
  }

  #members(wholes: PossibleValue[], name?: string): PossibleValue[] {
    return wholes.flatMap((whole) => {
      const found = typeof whole === 'object' ? this.#membersOf(whole, name) : []
      return found.length > 0 ? found : [undefined]
    })
  }

  #membersOf({ node, env }: { node: ts.Node; env: Env }, name: string | undefined): PossibleValue[] {
    if (ts.isArrayLiteralExpression(node)) {
      return name === undefined ? node.elements.flatMap((element) => this.#evaluate(element, env)) : []
    }
    if (!ts.isObjectLiteralExpression(node)) return []
    return node.properties.flatMap((property) => {
      if (ts.isSpreadAssignment(property)) {
        return this.#evaluate(property.expression, env).flatMap((part) =>
          typeof part === 'object' ? this.#membersOf(part, name) : [],
        )
      }
      if (name !== undefined && property.name.getText().replace(/^['"]|['"]$/g, '') !== name) return []
      if (ts.isPropertyAssignment(property)) return this.#evaluate(property.initializer, env)
      return ts.isShorthandPropertyAssignment(property) ? this.#evaluate(property.name, env) : [undefined]
    })
  }

  #ofCall(call: ts.CallExpression, env: Env): PossibleValue[] {
    const { expression } = call
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'join') {
      const separator = call.arguments[0] ? this.#evaluate(call.arguments[0], env)[0] : ','
      return this.#evaluate(expression.expression, env).flatMap((list) =>
        typeof list === 'object' && typeof separator === 'string' ? this.#enumerated(list, separator) : [undefined],
      )
    }
    return this.#evaluate(expression, env).flatMap((routine) => {
      if (typeof routine !== 'object' || !isFunctionNode(routine.node)) return [undefined]
      const inner = this.#called(routine.node, { call, outer: routine.env, env })
      return returned(routine.node).flatMap((value) => this.#evaluate(value, inner))
    })
  }

  #called(
    routine: ts.SignatureDeclaration,
    { call, outer, env }: { call: ts.CallExpression; outer: Env; env: Env },
  ): Env {
    const inner = new Map(outer)
    routine.parameters.forEach((parameter, place) => {
      const argument = call.arguments[place]
      inner.set(parameter, argument ? this.#evaluate(argument, env) : [undefined])
    })
    return inner
  }

  #enumerated({ node, env }: { node: ts.Node; env: Env }, separator: string): PossibleValue[] {
    if (!ts.isArrayLiteralExpression(node)) return [undefined]
    return node.elements.reduce<PossibleValue[]>(
      (texts, element, place) => {
        const next = this.#evaluate(element, env)
        return place === 0 ? next : joined(texts, joined([separator], next))
      },
      [''],
    )
  }

  /** Falls back to the type: the members of a union of string literals; '1' for any number. */
  #byType(node: ts.Expression): PossibleValue[] | undefined {
    const type = this.#checker.getTypeAtLocation(node)
    if (type.flags & ts.TypeFlags.NumberLike) return ['1']
    const parts = type.isUnion() ? type.types : [type]
    return parts.every((part) => part.isStringLiteral()) ? parts.map((part) => part.value) : undefined
  }
}

/** A statement is passed as a text, or as an object with a `text`. */
function textIn(found: PossibleValue, textOf: (whole: PossibleValue) => PossibleValue[]): (string | undefined)[] {
  if (typeof found !== 'object') return [found]
  return textOf(found).map((text) => (typeof text === 'object' ? undefined : text))
}

function joined(lefts: PossibleValue[], rights: PossibleValue[]): PossibleValue[] {
  const pairs = lefts.flatMap((left) => rights.map((right): [PossibleValue, PossibleValue] => [left, right]))
  return pairs
    .slice(0, MAX_ALTERNATIVES)
    .map(([left, right]) => (typeof left === 'string' && typeof right === 'string' ? left + right : undefined))
}

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

function isFunctionNode(node: ts.Node): node is FunctionNode {
  return ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

function returned(routine: FunctionNode): ts.Expression[] {
  if (routine.body && !ts.isBlock(routine.body)) return [routine.body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    else if (!isFunctionNode(node)) ts.forEachChild(node, visit)
  }
  if (routine.body) visit(routine.body)
  return found
}

function declarationOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Declaration | undefined {
  const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return meant.valueDeclaration
}

/** Calls of each named function, by declaration. */
function callsByRoutine(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): Map<ts.Node, ts.CallExpression[]> {
  const calls = new Map<ts.Node, ts.CallExpression[]>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const symbol = checker.getSymbolAtLocation(node.expression)
      const declaration = symbol && declarationOf(checker, symbol)
      const routine = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration
      if (routine) calls.set(routine, [...(calls.get(routine) ?? []), node])
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) visit(file)
  return calls
}
