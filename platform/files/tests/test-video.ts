import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

/** Creates a one-second video file as a phone writes it, with frames that contain no pictures. For tests. */
export async function createTestVideo({
  kind = 'mp4',
  frameBytes = 400,
}: {
  kind?: 'mp4' | 'webm'
  frameBytes?: number
} = {}) {
  const target = new BufferTarget()
  const output = new Output({ format: kind === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: 25 })
  await output.start()
  const config = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 }
  for (let frame = 0; frame < 25; frame++) {
    const data = new Uint8Array(frameBytes).fill(frame + 1)
    const packet = new EncodedPacket(data, frame % 25 === 0 ? 'key' : 'delta', frame / 25, 1 / 25)
    await source.add(packet, frame === 0 ? { decoderConfig: config } : undefined)
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}
