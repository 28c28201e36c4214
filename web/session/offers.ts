import type { ServerAuthOptions } from './auth-line.ts'

/** How one may sign in here, as the auth service says. */
export interface Offers {
  phone: boolean
  /** Names of the OpenID providers that are switched on, such as `google`. */
  providers: string[]
}

const OWN_WAYS = ['email', 'phone', 'anonymous_users']

/** An auth service that cannot answer offers what always works: e-mail and password. */
export async function readOffers({ call }: Pick<ServerAuthOptions, 'call'>): Promise<Offers> {
  const response = await call('/auth/v1/settings')
  if (!response.ok) return { phone: false, providers: [] }
  const { external = {} } = (await response.json()) as { external?: Record<string, unknown> }
  const on = Object.keys(external).filter((name) => external[name] === true)
  return { phone: on.includes('phone'), providers: on.filter((name) => !OWN_WAYS.includes(name)) }
}
