/** A path that is safe in a redirect: two leading slashes would make it the address of another site. */
export const ownPath = (pathname: string): string => `/${pathname.replace(/^[/\\]+/, '')}`
