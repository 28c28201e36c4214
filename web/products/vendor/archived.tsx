import { Form } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { SectionTabs } from '#web/desk/shop/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { count } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/archived.ts'
import { listOwnProducts, type OwnProduct } from './queries.ts'

const FILTERS = { search: {} }

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, FILTERS)
  const today = lagosDate(new Date())
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop && (await listOwnProducts(api, shop.id, { ...query, show: '', today, archived: true }))
  return { shop, query, list }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const done = await context.get(apiContext).command('restore-products', { product_ids: [form.field('id')] })
  return commandResult(form, done, `${form.field('name')} is in your list again.`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function ArchivedProducts({ loaderData: { shop, query, list }, actionData }: Route.ComponentProps) {
  if (!shop || !list) return <NoShop title="Archived products" />
  return (
    <ListScreen
      title="Archived products"
      lead="Buyers do not see these. Past orders keep their copy."
      filters={list.count > 0 || query.search ? FILTERS : {}}
      query={query}
      noun={{ one: 'product', many: 'products' }}
      caption="Your archived products"
      list={list}
      lost="Your products are safe."
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title={query.search ? 'No product matches.' : 'Nothing is archived.'}>
          Tick products in your list and press Archive to keep them out of sight.
        </EmptyState>
      }
    >
      <OutcomeNotice outcome={actionData} />
      <ShopNotice shop={shop} />
      <SectionTabs current="archived" />
    </ListScreen>
  )
}

const COLUMNS: Column<OwnProduct>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ name, image_url: picture }) => (
      <span className="flex items-center gap-3">
        <Picture src={picture} alt="" width={44} height={44} className="size-11 shrink-0 object-contain" />
        <span className="min-w-0 break-words">{name}</span>
      </span>
    ),
  },
  {
    header: 'Base price',
    numeric: true,
    cell: ({ base_price: price, unit }) => (
      <>
        <Price naira={price} /> a {unit}
      </>
    ),
  },
  { header: 'In stock', numeric: true, cell: ({ available_quantity: stock }) => count(stock) },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, name }) => (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        <Button tone="plain" size="small">
          Restore <span className="sr-only">{name}</span>
        </Button>
      </Form>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Archived products', 'Products that your shop does not sell.')
