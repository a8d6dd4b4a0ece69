// The chat on the sites of customers, as their visitors and its owner meet it.
import '../widget/loading.ts'
import '../widget/host-pages.ts'
import '../widget/conversation.ts'
import '../widget/owner.ts'
