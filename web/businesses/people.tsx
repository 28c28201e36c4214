import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import type { OwnBusiness } from '#web/session/own-business.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { BusinessPerson } from './queries.ts'

interface PeopleProps {
  own: OwnBusiness
  people: readonly BusinessPerson[]
  sendKey: string
  result: FormResult | undefined
}

/** The people who buy for the company. Its owner invites and removes them; others may leave. */
export function People({ own, people, sendKey, result }: PeopleProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'invite'
  const { form, field } = useFormFields(result)
  const isOwner = own.role === 'owner'
  const isAlone = !people.some(({ role, accepted_at }) => role === 'buyer' && accepted_at)
  return (
    <section aria-labelledby="people" className="grid gap-4">
      <SectionHeading id="people">{i18n.t('Who buys for it')}</SectionHeading>
      <ul className="divide-y divide-grain border-y border-grain">
        {people.map((person) => (
          <Person key={person.id} person={person} isOwner={isOwner} isAlone={isAlone} />
        ))}
      </ul>
      {isOwner && own.status === 'verified' && (
        <Form ref={form} method="post" className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="key" value={sendKey} />
          <TextField
            label={i18n.t('Email address or phone number')}
            {...field('contact')}
            required
            maxLength={255}
            className="min-w-64 flex-1"
          />
          <Button name="intent" value="invite" busy={busy}>
            {i18n.t('Invite')}
          </Button>
        </Form>
      )}
    </section>
  )
}

interface BusinessPersonProps {
  person: BusinessPerson
  /** The viewer owns the company. */
  isOwner: boolean
  /** No other person has accepted to buy for it. */
  isAlone: boolean
}

function Person({ person, isOwner, isAlone }: BusinessPersonProps) {
  const { i18n } = useLingui()
  const name = person.full_name || person.address || i18n.t('Invited')
  const verb = person.is_own ? i18n.t('Leave') : person.accepted_at ? i18n.t('Remove') : i18n.t('Take back')
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <strong className="wrap-anywhere">{name}</strong>
        <span className="block text-14 text-soft">
          {person.role === 'owner'
            ? i18n.t('Owner')
            : person.accepted_at
              ? i18n.t('Buys for the company')
              : i18n.t('Invited, not accepted yet')}
        </span>
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {isOwner && person.role === 'buyer' && person.accepted_at && (
          <ConfirmForm
            question={i18n.t('Make {name} the owner?', { name })}
            detail={i18n.t('You go on buying for the company. Only its owner changes its details and its people.')}
            confirmLabel={i18n.t('Make owner')}
            fields={{ intent: 'pass', id: person.id }}
            className={buttonClass({ tone: 'quiet', size: 'small' })}
            label={i18n.t('Make {name} the owner', { name })}
          >
            {i18n.t('Make owner')}
          </ConfirmForm>
        )}
        {isOwner && person.role === 'owner' && isAlone && (
          <ConfirmForm
            question={i18n.t('Close your company here?')}
            detail={i18n.t('Its orders and invoices stay. Nobody can order for it any more.')}
            confirmLabel={i18n.t('Close the company')}
            fields={{ intent: 'leave', id: person.id }}
            className={buttonClass({ tone: 'quiet', size: 'small' })}
          >
            {i18n.t('Close the company')}
          </ConfirmForm>
        )}
        {person.role === 'buyer' && (isOwner || person.is_own) && (
          <ConfirmForm
            question={i18n.t('End what {name} may do for the company?', { name })}
            detail={i18n.t('Their orders for the company stay. You can invite them again.')}
            confirmLabel={verb}
            fields={{ intent: 'leave', id: person.id }}
            className={buttonClass({ tone: 'plain', size: 'small' })}
            label={`${verb} ${name}`}
          >
            {verb}
          </ConfirmForm>
        )}
      </div>
    </li>
  )
}
