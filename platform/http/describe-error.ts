/** Names of database objects; never values. */
const NAMES = ['schema', 'table', 'column', 'constraint', 'routine'] as const

const MAIL_ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * Converts an error for the log. Only known fields are copied: database errors contain the offending row in `detail`
 * and parameters in `where`, and mail servers repeat addresses. Values quoted in a message are removed as well.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) }
  const { name, message, stack, code, cause } = error as Error & { code?: unknown }
  const safeMessage = withoutAddresses(quotesValues(code) ? withoutValue(message) : message)
  return {
    name,
    message: safeMessage,
    // The stack starts with the message.
    stack: stack && withoutAddresses(message === '' ? stack : stack.replace(message, () => safeMessage)),
    code,
    ...namesIn(error),
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, 5).map(describeError) }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/** SQLSTATE class 22, data exception: the invalid value is quoted at the end of the message. */
function quotesValues(code: unknown): boolean {
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
}

const withoutValue = (message: string) => message.replace(/".*"/s, '"[hidden]"')

const withoutAddresses = (text: string) => text.replace(MAIL_ADDRESS, '[address]')

function namesIn(error: object): Record<string, unknown> {
  const fields = error as Record<string, unknown>
  return Object.fromEntries(
    NAMES.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]]),
  )
}
