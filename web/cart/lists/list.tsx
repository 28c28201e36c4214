import { useLingui } from '@lingui/react'
import { data, Form, redirect } from 'react-router'
import { isUuid } from '#domain/forms/validation.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { readCurrentProducts } from '../current-products.ts'
import { readOpenBuys, toReorderLines } from '../reorder/reorder.ts'
import { ReorderLines } from '../reorder/reorder-lines.tsx'
import type { Route } from './+types/list.ts'
import { readSavedList, renameList, setListDeleted } from './saved-lists.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { list, failure } = isUuid(params.id) ? await readSavedList(api, params.id) : { list: null, failure: null }
  if (!list && !failure) throw data(null, { status: 404 })
  const ids = (list?.lines ?? []).map(({ product_id }) => product_id)
  const now = new Date()
  const [products, buys] = await Promise.all([
    readCurrentProducts(api, ids).catch(() => null),
    readOpenBuys(api, ids, now),
  ])
  return {
    name: list?.name ?? '',
    lines: list && products && toReorderLines(list.lines, { products, buys, today: lagosDate(now) }),
    failure: failure ?? (products ? null : /*i18n*/ 'We could not read the prices just now.'),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  if (!isUuid(params.id)) throw data(null, { status: 404 })
  const form = await request.formData()
  const isDeleting = form.get('act') === 'delete'
  const fault = isDeleting
    ? await setListDeleted(api, params.id, true)
    : await renameList(api, params.id, form.get('name'))
  if (fault) return data({ text: fault }, 409)
  return redirect(isDeleting ? `/account/lists?deleted=${params.id}` : `/account/lists/${params.id}`)
}

export const shouldRevalidate = revalidateUnlessOffline

export default function List({ loaderData: { name, lines, failure }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!lines || failure) return <ErrorState message={failure ?? ''} reload={i18n.t('Your list is safe.')} />
  return (
    <>
      <PageHeading lead={i18n.t('At today’s prices.')}>
        <span className="break-words">{name}</span>
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {translate(i18n, actionData.text)}
        </Notice>
      )}
      <div className="grid max-w-measure gap-6">
        <ReorderLines lines={lines} />
        <Form method="post" className="flex flex-wrap items-end gap-3 border-t border-grain pt-6">
          <label className="grid min-w-0 flex-1 gap-1">
            <span className="font-semibold">{i18n.t('Name of the list')}</span>
            <input key={name} name="name" required maxLength={60} defaultValue={name} className="control" />
          </label>
          <Button name="act" value="rename" tone="plain">
            {i18n.t('Rename')}
          </Button>
        </Form>
        <Form method="post">
          <Button name="act" value="delete" tone="quiet">
            {i18n.t('Delete this list')}
          </Button>
        </Form>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(loaderData?.name || i18n.t('List'), i18n.t('What you buy again and again, at today’s prices.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: /*i18n*/ 'List not found',
  lead: /*i18n*/ 'It was deleted, or it belongs to another account.',
  back: /*i18n*/ 'Your lists',
  to: '/account/lists',
})
