import { Form, Link } from 'react-router'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { choice, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { SectionTabs } from '#web/desk/shop/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Route } from './+types/products.ts'
import { changeProducts } from './change-products.ts'
import { productColumns, TICKED } from './product-columns.tsx'
import { listOwnProducts } from './queries.ts'

const FILTERS = {
  search: {},
  show: choice('Show', 'All products', {
    'sold-out': 'Sold out',
    paused: 'Paused',
    'no-date': 'No upcoming sharing day',
  }),
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, FILTERS)
  const today = lagosDate(new Date())
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const list = shop && (await listOwnProducts(api, shop.id, { ...query, today }))
  return { shop, query, list, today, saved: url.searchParams.get('done') === 'saved' }
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeProducts(context.get(apiContext), await readForm(request), new Date())
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, query, list, today, saved } = loaderData
  if (!shop || !list) return <NoShop title="Products" />
  const isFiltered = Boolean(query.search || query.show)
  return (
    <ListScreen
      title="Products"
      lead={`What ${shop.business_name} sells. Change stock and price here, or open a product to change the rest.`}
      action={<HeadingActions />}
      filters={list.count > 0 || isFiltered ? FILTERS : {}}
      query={query}
      noun={{ one: 'product', many: 'products' }}
      caption="Your products"
      list={list}
      lost="Your products are safe."
      columns={productColumns(today, actionData)}
      rowKey={({ id, updated_at }) => `${id} ${updated_at}`}
      empty={<NoProducts filtered={isFiltered} />}
    >
      <OutcomeNotice outcome={actionData ?? (saved ? { ok: true, text: 'The product is saved.' } : null)} />
      <ShopNotice shop={shop} />
      <SectionTabs current="products" />
      {list.rows.length > 0 && <TickedProducts />}
    </ListScreen>
  )
}

function HeadingActions() {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to="/vendor/products/new">New product</LinkButton>
      <LinkButton to="/vendor/products/import" tone="plain">
        Import
      </LinkButton>
      <a href="/vendor/products/export.csv" download className={buttonClass({ tone: 'plain' })}>
        Export
      </a>
    </div>
  )
}

/** Changes all ticked rows at once. Their checkboxes belong to this form. */
function TickedProducts() {
  return (
    <Form id={TICKED} method="post" preventScrollReset className="mb-5">
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="mb-1 text-14 text-soft">Tick products in the list, then:</legend>
        {ACTS.map(([intent, label]) => (
          <Button key={intent} name="intent" value={intent} tone="plain" size="small">
            {label}
          </Button>
        ))}
      </fieldset>
    </Form>
  )
}

const ACTS = [
  ['empty', 'Set out of stock'],
  ['pause', 'Pause until tomorrow'],
  ['resume', 'Sell again'],
  ['archive', 'Archive'],
] as const

function NoProducts({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No product matches.">
        <Link to="/vendor/products" className="text-link">
          Show all products
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No products yet." action={<LinkButton to="/vendor/products/new">Add a product</LinkButton>}>
      What you sell will appear here. Add a product with its price, unit and stock, then open a group buy for it.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Products', 'The products of your shop.')
