/** A path to be repeated in a redirect. With a second slash at its beginning it would be another site's address. */
export const ownPath = (pathname: string): string => `/${pathname.replace(/^[/\\]+/, '')}`
