import { useLingui } from '@lingui/react'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'

/** Links and forms of content staff at a deal on the home page. */
export default function HomeTools({ id, name }: { id: string; name: string }) {
  const { i18n } = useLingui()
  return (
    <div className="flex gap-2 border-t border-grain pt-2">
      <LinkButton to={`/content/deals/${id}`} tone="quiet" size="small" aria-label={i18n.t('Edit {name}', { name })}>
        {i18n.t('Edit')}
      </LinkButton>
      <ConfirmForm
        question={i18n.t(deletionQuestions.deal)}
        detail={i18n.t('It leaves the home page at once. You can restore it at the content desk.')}
        confirmLabel={i18n.t('Delete deal')}
        label={i18n.t('Delete {name}', { name })}
        className={buttonClass({ tone: 'quiet', size: 'small' })}
        fields={{ intent: 'delete-deal', id }}
      >
        {i18n.t('Delete')}
      </ConfirmForm>
    </div>
  )
}
