import { redirect } from 'react-router'
import type { Route } from './+types/other-address.ts'

/**
 * Redirects a customer's `/customer` orders (specification, section 2) to the address that mails, receipts and links
 * use.
 */
export function loader({ url, params }: Route.LoaderArgs) {
  const place = params.id ? `/account/orders/${encodeURIComponent(params.id)}` : '/account/orders'
  return redirect(`${place}${url.search}`)
}
