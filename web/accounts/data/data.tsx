import { useLingui } from '@lingui/react'
import { useActionData } from 'react-router'
import { brand } from '#domain/brand/brand.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { dataWithSession, endSession, openServerAuth } from '#web/session/session-response.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/data.ts'
import { type DeletionOutcome, handleDeletionForm } from './delete-account.ts'
import { DeleteForm } from './delete-form.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { userId: context.get(viewerContext).userId ?? '', formKey: crypto.randomUUID() }
}

export async function action(args: Route.ActionArgs) {
  const auth = openServerAuth(args)
  const outcome = await handleDeletionForm({ auth, api: args.context.get(apiContext) }, await args.request.formData())
  return outcome.deleted ? endSession('/goodbye', args) : dataWithSession(outcome, auth, args)
}

export default function MyData({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const outcome = useActionData() as DeletionOutcome | undefined
  return (
    <>
      <PageHeading lead={i18n.t('Everything {market} holds about you.', { market: brand.name })}>
        {i18n.t('My data')}
      </PageHeading>
      <div className="grid max-w-measure gap-10">
        <section aria-labelledby="download">
          <SectionHeading id="download">{i18n.t('Download')}</SectionHeading>
          <p className="mb-4">
            {i18n.t(
              'The first file contains your account, profile, orders, referrals, reviews, shop and messages as JSON, which other programs can read. The second is a list of your orders for spreadsheets. We make them when you ask for them, and keep no copy.',
            )}
          </p>
          <p className="flex flex-wrap gap-3">
            <a href="/account/data.json" download className={buttonClass({ tone: 'primary' })}>
              {i18n.t('Download my data')}
            </a>
            <a href="/account/orders.csv" download className={buttonClass({ tone: 'plain' })}>
              {i18n.t('Orders as CSV')}
            </a>
          </p>
        </section>
        <DeleteForm outcome={outcome} {...loaderData} />
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('My data'), i18n.t('Download or delete what we hold about you.'))
}
