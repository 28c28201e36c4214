import type { Definition } from './definition.ts'
import { functionArguments } from './function-name.ts'
import { withoutTexts } from './split-statements.ts'

/**
 * Whether a function answers every call of another one: it has the same name and arguments, and more only with defaults.
 * The other one must not stay besides it, because the table API could not tell which of the two a request calls.
 */
export function takesCallsOf(other: Definition, wanted: Definition): boolean {
  if (wanted.kind !== 'function' || other.kind !== 'function') return false
  if (wanted.name.split('(')[0] !== other.name.split('(')[0]) return false
  const [given, taken] = [argumentsOf(other), argumentsOf(wanted)]
  const takesGiven = given.every((argument, place) => {
    const own = taken[place]
    return own?.name === argument.name && own.type === argument.type && (own.hasDefault || !argument.hasDefault)
  })
  return takesGiven && taken.slice(given.length).every(({ hasDefault }) => hasDefault)
}

function argumentsOf({ statements: [first] }: Definition) {
  return functionArguments(withoutTexts(first?.sql ?? ''))
}
