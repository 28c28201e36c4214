import { useLingui } from '@lingui/react'
import { use, useState } from 'react'
import { REQUEST_ID_META, RequestId } from '#web/rendering/request-id.ts'

/** The id of the failed request, for finding it in the log; nothing if no request failed. */
export function RequestNumber() {
  const { i18n } = useLingui()
  // Requests that fail later have their own error message.
  const [id] = useState(use(RequestId))
  if (!id) return null
  return (
    <p className="mt-6 text-14">
      <meta name={REQUEST_ID_META} content={id} />
      {i18n.t('If you write to us, please name this number:')}{' '}
      <span className="select-all font-semibold" data-request-id>
        {id}
      </span>
    </p>
  )
}
