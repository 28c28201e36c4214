import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { bulkOffer, SelectRow } from '#web/desk/lists/bulk/bulk-bar.tsx'
import { runSingleAct } from '#web/desk/lists/bulk/single-act.ts'
import { CollapsedForm, ModerationDesk, readModerationList, TextActionForm } from '#web/desk/moderation.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedDay } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { listPhotographsToModerate, type ModeratedPhotograph } from '../photographs/queries.ts'
import type { Route } from './+types/photograph-desk.ts'
import { photographBulk } from './photograph-bulk.ts'

export const loader = (args: Route.LoaderArgs) => readModerationList(args, listPhotographsToModerate)

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const [picture_id = '', group_buy_id = ''] = form.field('photograph').split(' ')
  const hide = form.field('intent') === 'hide'
  return runSingleAct(context.get(apiContext), form, {
    list: photographBulk,
    act: hide ? 'hide' : 'show',
    to: `${url.pathname.replace(/\/$/, '')}/bulk`,
    row: { id: picture_id, seen: group_buy_id },
    reason: form.field('words'),
    done: hide ? 'The photograph is hidden.' : 'The photograph is shown again.',
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The newest photographs of lots, each with a form to hide it or show it again. */
export default function PhotographDesk({ loaderData: { query, today, list }, actionData }: Route.ComponentProps) {
  const bulkForm = useId()
  const here = useLocation().pathname.replace(/\/$/, '')
  return (
    <ModerationDesk
      title="Photographs"
      lead="Photographs that shops added to their group buys. Hide what shows other goods, people or adverts."
      empty={{ title: 'No photographs yet.', text: 'Photographs that shops add to group buys appear here.' }}
      query={query}
      today={today}
      list={list}
      outcome={actionData}
      bulk={{ form: bulkForm, offer: bulkOffer(`${here}/bulk`, photographBulk, ['hide']) }}
    >
      {list.rows.map((photograph) => (
        <Photograph
          key={`${photograph.id} ${photograph.hidden_at}`}
          photograph={photograph}
          bulkForm={bulkForm}
          typed={(actionData?.values.photograph?.startsWith(photograph.id) && actionData.values.words) || ''}
        />
      ))}
    </ModerationDesk>
  )
}

interface PhotographProps {
  photograph: ModeratedPhotograph
  bulkForm: string
  typed: string
}

function Photograph({ photograph, bulkForm, typed }: PhotographProps) {
  const {
    id,
    group_buy_id: buy,
    url,
    caption,
    product_name: product,
    product_id: productId,
    hidden_at,
    hide_reason,
  } = photograph
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] items-start gap-4 py-5">
      <Picture
        src={url}
        alt={caption || `Photograph of ${product}`}
        width={112}
        height={112}
        className="size-28 rounded-field bg-kraft"
      />
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <p className="break-words">
            {productId ? (
              <Link to={`/products/${productId}`} className="text-link">
                {product}
              </Link>
            ) : (
              product
            )}
            , of{' '}
            <Link to={`/group-buys/${buy}`} className="text-link">
              this group buy
            </Link>
            , by{' '}
            <Link to={`/shop/${photograph.vendor_id}`} className="text-link">
              {photograph.business_name}
            </Link>
          </p>
          {!hidden_at && <SelectRow form={bulkForm} id={id} name={caption || `photograph of ${product}`} />}
        </div>
        {caption && <p className="break-words">{caption}</p>}
        <p className="text-14 text-soft">Added {datedDay(photograph.created_at)}</p>
        {hidden_at && (
          <p className="break-words text-14">
            <Badge tone="urgent">Hidden</Badge> {hide_reason}
          </p>
        )}
        <CollapsedForm label={hidden_at ? 'Show it again' : 'Hide it'} open={typed !== ''}>
          <TextActionForm
            of={{ name: 'photograph', id: `${id} ${buy}` }}
            label="Reason"
            typed={typed}
            actions={[hidden_at ? { intent: 'show', text: 'Show it again' } : { intent: 'hide', text: 'Hide it' }]}
          />
        </CollapsedForm>
      </div>
    </li>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Photographs', 'Photographs of lots, and the form to hide one.')
