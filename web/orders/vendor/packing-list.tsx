import { data, Link, redirect } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { isId } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { guard } from '#web/session/guard.ts'
import type { PageHandle } from '#web/shell.ts'
import { day, moment, plural } from '#web/ui/format.ts'
import type { Route } from './+types/packing-list.ts'
import { PackingRows, UnpaidRows } from './packing-rows.tsx'
import '#web/ui/tables/sheet-of-paper.css'
import { readPackingList } from './queries.ts'
import '#web/theme/desk.css'

/** A page to print: without framework scripts and navigation. */
export const handle: PageHandle = { scripts: false }
export const middleware = [guard]

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop && isId(params.buyId) ? await readPackingList(api, shop.id, params.buyId) : null
  if (!list?.buy) throw data(joinTexts.notFound, { status: 404 })
  // A buy with a final price has printed sheets by place instead.
  if (HAS_SHEETS.includes(list.buy.status) && list.orders.length > 0)
    throw redirect(`/vendor/packing/${params.buyId}/print/list${url.search}`)
  const roll = url.searchParams.get('paper') === 'roll'
  return { buy: list.buy, orders: list.orders, failure: list.failure, roll, printedAt: new Date().toISOString() }
}

const HAS_SHEETS = ['confirmed', 'ready']

/** Quantities by buyer. People who have not paid are listed separately, without a box to tick. */
export default function PackingList({ loaderData }: Route.ComponentProps) {
  const { buy, orders, failure, roll, printedAt } = loaderData
  const paid = orders.filter(({ status }) => status !== 'pending')
  const unpaid = orders.filter(({ status }) => status === 'pending')
  const units = paid.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <main id="main" tabIndex={-1} className={roll ? 'sheet-of-paper on-a-roll' : 'sheet-of-paper'}>
      <p className="on-screen-only">
        <Link to={`/vendor/orders?buy=${buy.id}`} reloadDocument>
          Back to the orders
        </Link>
        <Link to={`/vendor/orders/print/${buy.id}${roll ? '' : '?paper=roll'}`} reloadDocument>
          {roll ? 'On A4 paper' : 'On an 80 mm roll'}
        </Link>
        <span>Print with Ctrl+P, or Share and Print on a phone.</span>
      </p>
      <h1>Packing list: {buy.product_name}</h1>
      <p>
        {buy.vendor.business_name}, {buy.vendor.location}. Sharing day:{' '}
        <strong>{buy.share_date ? day(buy.share_date) : 'not set'}</strong>. Printed {moment(printedAt)}.
      </p>
      {failure ? (
        <p role="alert">
          {failure} {LOAD_AGAIN}
        </p>
      ) : (
        <>
          <p className="sum-to-pack">
            {countUnits(units, buy.unit)} for {plural(paid.length, 'paid order')}
          </p>
          {orders.length === 0 && <p>{emptyText(buy.status)}</p>}
          {paid.length > 0 && <PackingRows orders={paid} unit={buy.unit} />}
          {unpaid.length > 0 && <UnpaidRows orders={unpaid} unit={buy.unit} />}
        </>
      )}
    </main>
  )
}

const emptyText = (status: string): string =>
  status === 'cancelled' || status === 'failed'
    ? 'This group buy was cancelled. There is nothing to pack.'
    : 'No one has joined yet. The list fills as people join.'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Packing list: ${loaderData?.buy.product_name ?? ''}`, 'Quantities by buyer.')
