import { useEffect, useState } from 'react'
import { readRate } from '#api/settings.ts'
import { standardSettings } from '#domain/settings/settings.ts'
import { fetchModule } from '#web/fetch-module.ts'

/** The buyer's fee in force, in basis points, fetched after the page is shown, like the prices. */
export function useBuyerFee(): number {
  const [basisPoints, setBasisPoints] = useState<number>(standardSettings.buyer_fee_bps)
  useEffect(() => {
    let left = false
    fetchModule(() => import('#web/session/browser-api.ts'))
      .then(({ browserApi }) => readRate(browserApi(), 'buyer_fee_bps'))
      .catch(() => standardSettings.buyer_fee_bps)
      .then((read) => {
        if (!left) setBasisPoints(read)
      })
    return () => {
      left = true
    }
  }, [])
  return basisPoints
}
