import { useLingui } from '@lingui/react'
import { use, useState } from 'react'
import { REQUEST_ID_META, RequestId } from '#web/request-id.ts'

/** By this number the lines of the log can be found that tell why a page is not there. Nothing where no request failed. */
export function RequestNumber() {
  const { i18n } = useLingui()
  // What fails later is shown by whatever tells of that.
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
