import { useLingui } from '@lingui/react'
import type { Api } from '#api/api.ts'
import { checkBusiness } from '#domain/businesses/business.ts'
import { BusinessForm } from '#web/businesses/business-form.tsx'
import { BusinessInvitations } from '#web/businesses/business-invitations.tsx'
import { OrderFor } from '#web/businesses/order-for.tsx'
import { People } from '#web/businesses/people.tsx'
import { listBusinessOrders, listOwnInvitations, listPeople } from '#web/businesses/queries.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm, reject, type SubmittedForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { listDocuments } from '#web/receipts/queries.ts'
import { readOwnBusiness } from '#web/session/own-business.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/business.ts'
import { BusinessRecords } from './business-records.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const own = await readOwnBusiness(api, context.get(viewerContext).userId ?? '')
  const page = pageParam(url.searchParams)
  const [people, orders, documents, invitations] = await Promise.all([
    own && listPeople(api, own.id),
    own && listBusinessOrders(api, own.id, page),
    own && listDocuments(api, { businessId: own.id, page: 1 }),
    own ? [] : listOwnInvitations(api),
  ])
  return { own, people: people ?? [], orders, documents, invitations, page, key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  switch (form.field('intent')) {
    case 'order-for': {
      const done = await api.command('order-for-business', { on: form.field('for') === 'business' }, form.key)
      return commandResult(form, done, /*i18n*/ 'Saved. It holds for your next orders.')
    }
    case 'invite': {
      const done = await api.command('invite-colleague', { contact: form.field('contact') }, form.key)
      return commandResult(form, done, /*i18n*/ 'Invited. They accept by signing in with that address.')
    }
    case 'join': {
      const done = await api.command('join-business', { member_id: form.field('id') })
      return commandResult(form, done, /*i18n*/ 'You buy for this company now.')
    }
    case 'pass': {
      const done = await api.command('pass-business', { member_id: form.field('id') })
      return commandResult(form, done, /*i18n*/ 'Your company has a new owner.')
    }
    case 'leave': {
      const done = await api.command('leave-business', { member_id: form.field('id') })
      return commandResult(form, done, /*i18n*/ 'Ended.')
    }
    default:
      return saveBusiness(form, api)
  }
}

async function saveBusiness(form: SubmittedForm, api: Api) {
  const checked = checkBusiness(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const done = await api.command('save-business', checked.value, form.key)
  return commandResult(form, done, /*i18n*/ 'Sent. We check it and tell you.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The viewer's company: whom they order for, its details, its people, and its orders and documents. */
export default function Business({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { own, people, orders, documents, invitations, page, key } = loaderData
  const isVerified = own?.status === 'verified'
  return (
    <>
      <PageHeading
        lead={i18n.t('For restaurants and offices: invoices in your company’s name, and room for larger orders.')}
      >
        {i18n.t('Your company')}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <div className="grid max-w-measure gap-10">
        <BusinessInvitations invitations={invitations} />
        {own && isVerified && <OrderFor own={own} />}
        <BusinessForm own={own} sendKey={key} result={actionData} />
        {own && <People own={own} people={people} sendKey={key} result={actionData} />}
        {own && orders && documents && <BusinessRecords orders={orders} documents={documents} page={page} />}
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Your company'), i18n.t('Orders and invoices in your company’s name.'))
}
