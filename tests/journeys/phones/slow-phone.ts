import type { Page } from '@playwright/test'

/**
 * Gives a page the line (1.6 Mbit, 150 ms) and the processor (4 times slower) of a cheap phone. Returns how many bytes
 * it has received, including headers.
 */
export async function slowPhone(page: Page): Promise<() => number> {
  const line = await page.context().newCDPSession(page)
  let bytes = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return () => bytes
}
