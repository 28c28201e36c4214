/** In pixels. */
const MAX_SIDE = 1600
/**
 * Resizes a photo and converts it to JPEG, to stay below the upload limit. Returns an unreadable file unchanged: the
 * server rejects it.
 */
export async function shrinkFile(file: File, aboveBytes: number): Promise<File> {
  if (file.size <= aboveBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    if (!blob || blob.size >= file.size) return file
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
