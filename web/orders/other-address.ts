import { redirect } from 'react-router'
import type { Route } from './+types/other-address.ts'

/** A customer's orders in their area (specification, section 2): the same list at the address that mails, receipts and links name. */
export function loader({ url, params }: Route.LoaderArgs) {
  const place = params.id ? `/account/orders/${encodeURIComponent(params.id)}` : '/account/orders'
  return redirect(`${place}${url.search}`)
}
