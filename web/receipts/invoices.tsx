import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { pageOf } from '../list-page.ts'
import type { Route } from './+types/invoices.ts'
import { DocumentTable } from './document-table.tsx'
import { listDocuments } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageOf(url.searchParams)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  // Without a shop there are none: the id of nobody's shop.
  return { page, list: await listDocuments(api, { shopId: shop?.id ?? crypto.randomUUID(), page }) }
}

/** What the shop's buyers were invoiced, and what was credited to them. */
export default function Invoices({ loaderData: { page, list } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Issued to your buyers in your name as the seller, when the price of their order is final.">
        Invoices
      </PageHeading>
      <DocumentTable
        list={list}
        page={page}
        path="/vendor/invoices"
        who="buyer"
        empty={
          <EmptyState title="No invoices yet." action={<LinkButton to="/vendor/orders">Your orders</LinkButton>}>
            Once a group buy is settled, the invoices of its orders appear here.
          </EmptyState>
        }
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Invoices', 'What your buyers were invoiced.')
