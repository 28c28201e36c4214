/** A path that is safe in a redirect: two leading slashes would make it the address of another site. */
export const sameSitePath = (pathname: string): string => `/${pathname.replace(/^[/\\]+/, '')}`
