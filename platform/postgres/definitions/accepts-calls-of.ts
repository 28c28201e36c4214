import type { Definition } from './reading/definition.ts'
import { functionArguments } from './reading/function-name.ts'
import { withoutTexts } from './reading/split-statements.ts'

/**
 * Whether a function accepts every call of another one: it has the same name and arguments, and further ones only with
 * defaults. The other one must then be dropped, because the table API couldn't tell which of the two a request calls.
 */
export function acceptsCallsOf(other: Definition, wanted: Definition): boolean {
  if (wanted.kind !== 'function' || other.kind !== 'function') return false
  if (wanted.name.split('(')[0] !== other.name.split('(')[0]) return false
  const [otherArguments, ownArguments] = [argumentsOf(other), argumentsOf(wanted)]
  const acceptsArguments = otherArguments.every((argument, place) => {
    const own = ownArguments[place]
    return own?.name === argument.name && own.type === argument.type && (own.hasDefault || !argument.hasDefault)
  })
  return acceptsArguments && ownArguments.slice(otherArguments.length).every(({ hasDefault }) => hasDefault)
}

function argumentsOf({ statements: [first] }: Definition) {
  return functionArguments(withoutTexts(first?.sql ?? ''))
}
