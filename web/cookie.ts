/** The value of one cookie in a `Cookie` header, or in `document.cookie`; undefined if it is not there. */
export function cookieOf(header: string | null, name: string): string | undefined {
  const found = (header ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
