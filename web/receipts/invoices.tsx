import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Route } from './+types/invoices.ts'
import { DocumentTable } from './document-table.tsx'
import { listDocuments } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  // A random id matches no documents if the vendor has no shop.
  return { page, list: await listDocuments(api, { shopId: shop?.id ?? crypto.randomUUID(), page }) }
}

/** Invoices and credit notes of the shop's buyers. */
export default function Invoices({ loaderData: { page, list } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Issued to your buyers in your name as the seller, when the price of their order is final.">
        Invoices
      </PageHeading>
      <DocumentTable
        list={list}
        page={page}
        otherParty="buyer"
        empty={
          <EmptyState title="No invoices yet." action={<LinkButton to="/vendor/orders">Your orders</LinkButton>}>
            Once a group buy is settled, the invoices of its orders appear here.
          </EmptyState>
        }
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Invoices', 'What your buyers were invoiced.')
