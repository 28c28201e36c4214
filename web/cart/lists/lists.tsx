import { useLingui } from '@lingui/react'
import { data, Form, Link, redirect } from 'react-router'
import { isUuid } from '#domain/forms/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { readLines } from '../checkout/checkout-address.ts'
import type { Route } from './+types/lists.ts'
import { listSavedLists, readSavedList, saveList, setListDeleted } from './saved-lists.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const deletedId = url.searchParams.get('deleted') ?? ''
  const [saved, deleted] = await Promise.all([
    listSavedLists(api, context.get(viewerContext).userId ?? ''),
    isUuid(deletedId) ? readSavedList(api, deletedId, { deleted: true }) : null,
  ])
  return { ...saved, deleted: deleted?.list ?? null }
}

/** Saves a list from the cart or an order, or restores a deleted one. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  if (form.get('act') === 'restore') {
    const id = String(form.get('list') ?? '')
    const fault = isUuid(id) ? await setListDeleted(api, id, false) : null
    return fault ? data({ text: fault }, 409) : redirect('/account/lists')
  }
  const saved = await saveList(api, { name: form.get('name'), lines: readLines(form.getAll('line')) })
  return saved.error === undefined ? redirect(`/account/lists/${saved.id}`) : data({ text: saved.error }, 409)
}

export const shouldRevalidate = revalidateUnlessOffline

export default function Lists({ loaderData: { lists, deleted, failure }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('What you buy again and again, under a name you choose.')}>
        {i18n.t('Lists')}
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {translate(i18n, actionData.text)}
        </Notice>
      )}
      {deleted && (
        <Form method="post" className="mb-5 flex max-w-measure items-center justify-between gap-4">
          <input type="hidden" name="list" value={deleted.id} />
          <p role="status" className="min-w-0 break-words text-soft">
            {i18n.t('Deleted: {name}.', { name: deleted.name })}
          </p>
          <Button name="act" value="restore" tone="plain" size="small">
            {i18n.t('Undo')}
          </Button>
        </Form>
      )}
      {failure && <ErrorState message={failure} reload={i18n.t('Your lists are safe.')} />}
      {!failure && lists.length === 0 && (
        <EmptyState
          title={i18n.t('You have no lists yet.')}
          action={<LinkButton to="/cart">{i18n.t('See the cart')}</LinkButton>}
        >
          {i18n.t('Fill your cart and press “Save as a list” there, or save what you bought in an order.')}
        </EmptyState>
      )}
      {lists.length > 0 && (
        <ul className="max-w-measure divide-y divide-grain border-y border-grain">
          {lists.map(({ id, name, lines, createdAt }) => (
            <li key={id} className="py-3">
              <h2 className="text-18 break-words">
                <Link to={`/account/lists/${id}`} className="inline-flex min-h-11 items-center text-link">
                  {name}
                </Link>
              </h2>
              <p className="text-14 text-soft">
                {counted(i18n, lines.length, {
                  one: /*i18n*/ '{count} product, saved {day}',
                  many: /*i18n*/ '{count} products, saved {day}',
                  day: longDay(createdAt),
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Lists'), i18n.t('What you buy again and again.'))
}
