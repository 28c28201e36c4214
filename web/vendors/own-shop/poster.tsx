import { data, Link } from 'react-router'
import { buyCardVersion } from '#domain/group-buys/card-version.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { shopCardVersion } from '#domain/vendors/card-version.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { isId } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { guard } from '#web/session/guard.ts'
import type { PageHandle } from '#web/shell.ts'
import '#web/ui/tables/sheet-of-paper.css'
import { readBuyForPoster, readShop } from '../queries.ts'
import type { Route } from './+types/poster.ts'

/** A page to print: without framework scripts and navigation. */
export const handle: PageHandle = { scripts: false }
export const middleware = [guard]

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const own = await readOwnShop(api, context.get(viewerContext).userId)
  const shop = own && (await readShop(api, own.id))
  if (!shop) throw data(null, { status: 404 })
  const { buyId } = params
  if (buyId === undefined) {
    const picture = `/og/posters/shops/${shop.id}/${shopCardVersion(shop.metrics)}.jpg`
    return { of: shop.business_name, picture, back: '/vendor/dashboard' }
  }
  const buy = isId(buyId) ? await readBuyForPoster(api, shop.id, buyId) : null
  if (!buy) throw data(joinTexts.notFound, { status: 404 })
  const picture = `/og/posters/group-buys/${buy.id}/${buyCardVersion(buy)}.jpg`
  return { of: buy.product_name, picture, back: `/vendor/products/buys/${buy.id}` }
}

/** A poster for the stall with a QR code of the shop's page, or of an open buy. */
export default function Poster({ loaderData: { of, picture, back } }: Route.ComponentProps) {
  return (
    <main id="main" tabIndex={-1} className="sheet-of-paper">
      <div className="on-screen-only">
        <h1>Poster for your stall</h1>
        <p className="w-full">Print it on A4 and hang it where people queue, or send the picture to a print shop.</p>
        <Link to={back} reloadDocument className="inline-flex min-h-11 items-center">
          Back
        </Link>
        <a href={picture} download="poster.jpg" className="inline-flex min-h-11 items-center">
          Save the picture
        </a>
        <span className="inline-flex min-h-11 items-center">Print with Ctrl+P, or Share and Print on a phone.</span>
      </div>
      <img
        src={picture}
        alt={`Poster with a code to scan: ${of}`}
        width={1240}
        height={1754}
        className="h-auto max-h-[265mm] w-full object-contain"
      />
    </main>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Poster for your stall', 'A poster with a code that people scan to join.')
