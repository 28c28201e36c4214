import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { CirclePerson, CircleSheet } from './queries.ts'

interface FormingCircleProps {
  sheet: CircleSheet
  own: CirclePerson
  link: string | null
}

/** Before the start: the link to share, and the button of the person who set the circle up. */
export function FormingCircle({ sheet, own, link }: FormingCircleProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'start'
  const isFull = sheet.members === sheet.seats
  return (
    <section aria-labelledby="forming" className="grid gap-4">
      <SectionHeading id="forming">
        {i18n.t('{taken} of {seats} seats are taken', { taken: sheet.members, seats: sheet.seats })}
      </SectionHeading>
      {!isFull && link && (
        <TextField
          label={i18n.t('The link to join')}
          name="link"
          readOnly
          required
          value={link}
          hint={i18n.t('Send it to people you know. They read the rules before they join.')}
        />
      )}
      {isFull && own.is_starter && (
        <Form method="post">
          <Button name="intent" value="start" busy={busy} busyLabel={i18n.t('Starting')}>
            {i18n.t('Start the circle')}
          </Button>
        </Form>
      )}
      {isFull && !own.is_starter && (
        <p>{i18n.t('All seats are taken. The person who set up the circle can start it now.')}</p>
      )}
    </section>
  )
}
