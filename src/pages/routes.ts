/** What pages load beside themselves. */
import Type from 'typebox'
import { ByteStream } from '../contract/call.ts'
import { Refusal } from '../contract/refusals.ts'
import { type RouteRecord, routeFor } from '../contract/route.ts'
import { assetAccess } from './access.ts'
import { assetNamed } from './assets.ts'

const assetRoute = routeFor<unknown>()({
  method: 'GET',
  path: '/assets/{file}',
  operation: 'getAsset',
  summary: 'A file that pages load',
  description: 'Named by its hash; it never changes.',
  tag: 'Pages',
  access: assetAccess,
  capability: null,
  pathParameters: { file: { schema: Type.String(), description: 'Its name, with its hash.' } },
  query: {},
  body: null,
  shape: 'own',
  answers: { 200: { description: 'The file.', schema: Type.String() } },
  refuses: ['not_found'],
  etag: true,
  run({ path }) {
    const found = assetNamed(path.file ?? '')
    if (found === null) throw new Refusal('not_found', 'There is no such file. It may be of another release.')
    const { bytes, coded, type, file } = found
    const data = new ByteStream(
      async function* (coding) {
        yield { bytes: coding === null ? bytes : coded[coding] }
      },
      { etag: file, isCoded: true, length: bytes.length },
    )
    return { headers: { 'content-type': type }, data }
  },
})

export const assetRoutes: readonly RouteRecord<unknown>[] = [assetRoute]
