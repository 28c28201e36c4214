/** Names of things in the database; never values. */
const NAMES = ['schema', 'table', 'column', 'constraint', 'routine'] as const

const MAIL_ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * An error for the log. Only known fields are taken: the database's errors carry the offending row in `detail`, its parameters
 * in `where`, and mail servers repeat addresses. A value that a message quotes is left out as well.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) }
  const { name, message, stack, code, cause } = error as Error & { code?: unknown }
  const told = withoutAddresses(quotesValues(code) ? withoutValue(message) : message)
  return {
    name,
    message: told,
    // The stack begins with the message.
    stack: stack && withoutAddresses(message === '' ? stack : stack.replace(message, () => told)),
    code,
    ...namesIn(error),
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, 5).map(describeError) }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/** Class 22 of SQLSTATE: what was sent could not be read, and is quoted at the end of the message. */
function quotesValues(code: unknown): boolean {
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
}

const withoutValue = (message: string) => message.replace(/".*"/s, '"[hidden]"')

const withoutAddresses = (text: string) => text.replace(MAIL_ADDRESS, '[address]')

function namesIn(error: object): Record<string, unknown> {
  const given = error as Record<string, unknown>
  return Object.fromEntries(NAMES.filter((name) => typeof given[name] === 'string').map((name) => [name, given[name]]))
}
