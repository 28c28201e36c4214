import { useLingui } from '@lingui/react'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Route } from './+types/receipts.ts'
import { DocumentTable } from './document-table.tsx'
import { listDocuments } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const userId = context.get(viewerContext).userId ?? ''
  return { page, list: await listDocuments(context.get(apiContext), { userId, page }) }
}

/** The viewer's receipts, invoices and credit notes, newest first. */
export default function Receipts({ loaderData: { page, list } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={i18n.t('A receipt for each payment, an invoice for each order once its price is final.')}
        action={
          list.rows.length > 0 && (
            <a href="/account/receipts.csv" className={buttonClass({ tone: 'plain' })}>
              {i18n.t('Download as a table (CSV)')}
            </a>
          )
        }
      >
        {i18n.t('Receipts and invoices')}
      </PageHeading>
      <DocumentTable
        list={list}
        page={page}
        otherParty="shop"
        empty={
          <EmptyState
            title={i18n.t('No receipts yet.')}
            action={<LinkButton to="/account/orders">{i18n.t('Your orders')}</LinkButton>}
          >
            {i18n.t('When you pay for an order, its receipt appears here.')}
          </EmptyState>
        }
      />
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Receipts and invoices'), i18n.t('Receipts and invoices for what you have paid.'))
}
