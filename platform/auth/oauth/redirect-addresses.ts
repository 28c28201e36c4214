import type { OAuthClientRow } from './clients.ts'

/**
 * Whether an app may register the address. Allowed are `https`, `http` on the person's own machine, and the private
 * schemes of phone apps (RFC 8252), which contain a dot. It must be written as browsers write it: what they would change
 * (a user name, another form of the host, steps between folders) could lead elsewhere than it seems to.
 */
export function isAllowedRedirect(uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : null
  const isAsWritten = url !== null && (url.href === uri || url.href === `${uri}/`)
  if (!isAsWritten || !/^[\x21-\x7e]{1,500}$/.test(uri) || /[#\\*]/.test(uri) || ENCODED_CONTROL.test(uri)) return false
  return url.username === '' && url.password === '' && isAllowedScheme(url)
}

/** Servers and apps that decode an address twice would find a line break or a backslash in it. */
const ENCODED_CONTROL = /%(?:[01][\da-f]|7f|5c)/i

function isAllowedScheme({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return hostname !== ''
  if (protocol === 'http:') return isLoopback(hostname)
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol)
}

/** A host of the person's own machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * Whether the app has registered the address, compared character by character. A program on the person's machine gets
 * its port from the system, so that the port of `http://127.0.0.1` and `http://[::1]` is free (RFC 8252, 7.3); that of
 * `localhost` is not, because a name may lead to another machine. `auth.without_loopback_port` is the same in SQL.
 */
export function isRegisteredRedirect({ redirect_uris: known }: Pick<OAuthClientRow, 'redirect_uris'>, uri: string) {
  return URL.canParse(uri) && known.some((one) => withoutLoopbackPort(one) === withoutLoopbackPort(uri))
}

const withoutLoopbackPort = (uri: string) => uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')
