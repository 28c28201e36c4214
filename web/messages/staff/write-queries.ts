import type { Api } from '#api/api.ts'
import { idParam } from '#web/list-page.ts'

/** The addressee and the thing, from a link such as "?person=…&order=…". */
export function readAddress(params: URLSearchParams) {
  return {
    person: idParam(params, 'person'),
    shop: idParam(params, 'shop'),
    order: idParam(params, 'order'),
    buy: idParam(params, 'buy'),
    claim: idParam(params, 'claim'),
  }
}

export type MessageAddress = ReturnType<typeof readAddress>

/** The person or shop that the viewer wants to write to; null if they may not, or if there is none. */
export async function readParty(api: Api, { person, shop, order, buy, claim }: MessageAddress) {
  const { data } = await api.tables
    .rpc('party_to_write_to', {
      ...(person && { person }),
      ...(shop && { shop }),
      ...(order && { an_order: order }),
      ...(buy && { a_buy: buy }),
      ...(claim && { a_claim: claim }),
    })
    .maybeSingle()
  return data
}

export type Party = NonNullable<Awaited<ReturnType<typeof readParty>>>

/** All other members of staff. */
export async function listColleagues(api: Api) {
  const { data } = await api.tables.rpc('staff_to_write_to').throwOnError()
  return data
}
