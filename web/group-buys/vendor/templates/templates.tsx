import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { SectionTabs } from '#web/desk/shop/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { repeatPath } from '../address.ts'
import type { Route } from './+types/templates.ts'
import { type BuyTemplate, listTemplates } from './queries.ts'
import { changeTemplate } from './save-template.ts'

const TITLE = 'Templates'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  return { shop, templates: shop ? await listTemplates(api, shop.id) : [] }
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeTemplate(context.get(apiContext), await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The shop's templates of group buys: to start from, rename and delete. */
export default function BuyTemplates({ loaderData: { shop, templates }, actionData }: Route.ComponentProps) {
  if (!shop) return <NoShop title={TITLE} />
  return (
    <>
      <PageHeading lead="Group buys that you open again and again, each under its name.">{TITLE}</PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <ShopNotice shop={shop} />
      <SectionTabs current="buys" />
      {templates.length === 0 ? (
        <EmptyState
          title="No templates yet."
          action={<LinkButton to="/vendor/products/buys">See your group buys</LinkButton>}
        >
          Open one of your group buys and press "Save as template".
        </EmptyState>
      ) : (
        <Table stacked caption="Your templates" columns={COLUMNS} rows={templates} rowKey={({ id }) => id} />
      )}
    </>
  )
}

const COLUMNS: Column<BuyTemplate>[] = [
  {
    header: 'Template',
    heading: true,
    cell: ({ name, buy }) => (
      <Link to={`/vendor/products/buys/${buy.id}`} className="break-words text-link">
        {name}
      </Link>
    ),
  },
  { header: 'Product', cell: ({ buy }) => <span className="break-words">{buy.product_name}</span> },
  { header: 'Target', numeric: true, cell: ({ buy }) => countUnits(buy.target_quantity, buy.unit) },
  { header: 'Minimum', numeric: true, cell: ({ buy }) => `${buy.min_participants} people` },
  { header: 'Base price', numeric: true, cell: ({ buy }) => <Price naira={buy.base_price} /> },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ id, name, buy }) => (
      <span className="flex flex-wrap justify-end gap-2">
        <LinkButton to={repeatPath(buy.id)} size="small">
          Start<span className="sr-only"> from {name}</span>
        </LinkButton>
        <ConfirmForm
          className={buttonClass({ tone: 'plain', size: 'small' })}
          question={`Rename "${name}"?`}
          confirmLabel="Rename"
          confirmTone="primary"
          fields={{ intent: 'rename', id }}
          choice={<TextField label="Name" name="name" maxLength={60} defaultValue={name} autoComplete="off" />}
        >
          Rename<span className="sr-only"> {name}</span>
        </ConfirmForm>
        <ConfirmForm
          className={buttonClass({ tone: 'quiet', size: 'small' })}
          question={`Delete the template "${name}"?`}
          detail="The group buy it names stays."
          confirmLabel="Delete template"
          fields={{ intent: 'delete', id, name }}
        >
          Delete<span className="sr-only"> {name}</span>
        </ConfirmForm>
      </span>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta(TITLE, 'Group buys of your shop to start new ones from.')
