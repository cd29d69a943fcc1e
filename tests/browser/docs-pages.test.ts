/** Every page of the docs in a real browser, as the others are. */
import { after } from 'node:test'
import { startPublicService } from '../harness/public-service.ts'
import { pageSuite } from './page-suite.ts'
import { isOfDocs, rowsOf } from './pages.ts'

const service = await startPublicService()
after(() => service.stop())

pageSuite((await rowsOf(service)).filter(isOfDocs), { full: service, empty: service })
