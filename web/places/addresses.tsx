import { useLingui } from '@lingui/react'
import { shownPhone } from '#domain/forms/phone.ts'
import { MAX_ADDRESSES } from '#domain/places/address-draft.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/addresses.ts'
import { listAddresses, type OwnAddress } from './queries.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  listAddresses(context.get(apiContext), context.get(viewerContext).userId ?? '')

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const removal = await context.get(apiContext).command('remove-address', { address_id: form.field('address_id') })
  return commandResult(form, removal, /*i18n*/ 'The address is removed. Orders that already go there keep it.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Addresses({ loaderData: { addresses, failure }, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const isFull = addresses.length >= MAX_ADDRESSES
  return (
    <>
      <PageHeading
        lead={i18n.t(
          'Where vendors and riders bring what you buy. Only the person who delivers an order sees its address.',
        )}
        action={
          !isFull && addresses.length > 0 ? (
            <LinkButton to="/account/addresses/new">{i18n.t('Add an address')}</LinkButton>
          ) : undefined
        }
      >
        {i18n.t('Addresses')}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      {!failure && addresses.length === 0 && (
        <EmptyState
          title={i18n.t('No address yet.')}
          action={<LinkButton to="/account/addresses/new">{i18n.t('Add an address')}</LinkButton>}
        >
          {i18n.t('Add one to see what delivery to your door costs before you pay.')}
        </EmptyState>
      )}
      {isFull && (
        <p className="mb-4 text-soft">
          {i18n.t('You have {count} addresses, the most you can keep. Remove one to add another.', {
            count: MAX_ADDRESSES,
          })}
        </p>
      )}
      <ul className="grid max-w-measure divide-y divide-grain">
        {addresses.map((address) => (
          <li key={address.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
            <AddressText address={address} />
            <div className="flex flex-wrap gap-3">
              <LinkButton
                to={`/account/addresses/${address.id}`}
                tone="plain"
                size="small"
                aria-label={i18n.t('Edit {name}', { name: address.label })}
              >
                {i18n.t('Edit')}
              </LinkButton>
              <ConfirmForm
                className={buttonClass({ tone: 'plain', size: 'small' })}
                label={i18n.t('Remove {name}', { name: address.label })}
                question={i18n.t('Remove “{name}”?', { name: address.label })}
                detail={i18n.t('Orders that already go there keep this address.')}
                confirmLabel={i18n.t('Remove address')}
                fields={{ address_id: address.id }}
              >
                {i18n.t('Remove')}
              </ConfirmForm>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function AddressText({ address }: { address: OwnAddress }) {
  const { label, recipient, phone, street, landmark, lga, state } = address
  return (
    <div className="min-w-0 break-words">
      <h2 className="text-18">{label}</h2>
      <p>
        {recipient}, {shownPhone(phone)}
      </p>
      <p>
        {street}, {lga}, {state}
      </p>
      {landmark && <p className="text-14 text-soft">{landmark}</p>}
    </div>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Addresses'), i18n.t('Where your orders are delivered.'))
}
