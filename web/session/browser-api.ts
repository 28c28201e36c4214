import { type Api, createApi } from '#api/api.ts'
import { sitePublishableKey } from './site-key.ts'
import { freshAccessToken } from './tokens/access-token.ts'

let opened: Api | undefined

/**
 * The Api for requests from components and client loaders, with the rights of the current user.
 * NOTE: import this file dynamically: it includes the tables' client, which few pages use.
 */
export function browserApi(): Api {
  opened ??= createApi({ origin: location.origin, publishableKey: sitePublishableKey(), accessToken: freshAccessToken })
  return opened
}
