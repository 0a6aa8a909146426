"""Why a provider of batches could not be reached or its answer not be used, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

SAME_ID = define("batches_same_id", gettext_noop("%(n)s batches carry our id %(id)s."))
SAME_TIME = define("batches_same_time", gettext_noop("%(n)s batches of %(rows)s requests were sent at that time."))
LIST_WITHOUT_END = define("list_without_end", gettext_noop("The provider's list has not ended after %(n)s pages."))
NO_JSON_OBJECT = define("batch_no_json_object", gettext_noop("The provider's answer is not a JSON object."))
WEB_PAGE = define("batch_web_page", gettext_noop("The provider sent a web page."))
OTHER_HOST = define("other_host", gettext_noop("The provider named an address on another host."))
LONG_LINE = define("long_line", gettext_noop("A line of the provider's answer is longer than %(n)s bytes."))
LONG_ANSWER = define("long_answer", gettext_noop("The provider's answer is longer than %(n)s bytes."))
NO_UPLOAD_ADDRESS = define("no_upload_address", gettext_noop("The provider named no address to send the file to."))
NO_RESULTS = define("batch_no_results", gettext_noop("The ended batch shows no results."))
NO_NAME = define("answer_without_name", gettext_noop("The provider's answer has no usable %(path)s."))
NO_LIST = define("answer_without_list", gettext_noop("%(path)s of the provider's answer is not a list."))
NO_PART = define("answer_without_part", gettext_noop("%(path)s cannot be found in the provider's answer."))
NO_GOOGLE_ACCOUNT = define(
    "no_google_account",
    gettext_noop("This machine has no Google account. Set GOOGLE_APPLICATION_CREDENTIALS to its key file."),
)
GOOGLE_SILENT = define("google_silent", gettext_noop("Google's sign-in did not answer."))
GOOGLE_REFUSES = define("google_refuses", gettext_noop("Google refused this machine's account."))
NO_BUCKET = define(
    "no_bucket",
    gettext_noop("Batches of %(model)s have no place for their files. Set %(variable)s to a bucket's name."),
)
