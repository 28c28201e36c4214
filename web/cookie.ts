/** The value of a cookie in a `Cookie` header or in `document.cookie`; undefined if it is missing. */
export function cookieValue(header: string | null, name: string): string | undefined {
  const found = (header ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
