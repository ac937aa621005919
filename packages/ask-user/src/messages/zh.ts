/** The command in Chinese. */
import type { Messages } from './messages.ts'

const help = `用法：ask-user [文件 | -]               JSON 问题，来自文件或标准输入
      ask-user -q 文字 [-o 文字 ...] ...  直接写出问题
      ask-user --confirm 文字             是或否；只有选择 Yes 才以 0 结束
      ask-user schema [--format 格式]     工具定义，与模型看到的相同
      ask-user journal list|show 文件     日志里有什么；只有 show 显示人说的话
      ask-user journal forget 文件 ID ... 从日志里删除提问；all 表示全部
      ask-user mcp [--print-config 宿主]  把该工具提供给 agent 的 MCP 服务器

向人提问，并把回答打印成一行 JSON，与模型得到的相同。

问题
  文件                   {"questions": [...]}、问题列表，或单个问题
  -q, --question 文字    一个问题；可重复，id 为 q1、q2……
  -o, --option 文字      前一个问题的选项；没有选项则填写文字
      --describe 文字    前一个选项的含义
  -m, --multi            前一个问题可以多选
      --header 文字      前一个问题的简短标题
      --confirm 文字     只问 Yes 或 No，id 为 confirm；别的都会再问一次
      --only-options     有选项时不接受文字，会再问一次

回答
      --plain            打印选项和文字，每行一个；空回答以 1 结束
      --provider 方式    auto（终端上的表单；无法重绘或没有终端时逐行提问）、
                         tui（同上，设置了 CI 时也用表单）、
                         stdio（读标准输入的行）、
                         web（浏览器里的页面）或 script；可用逗号同时指定几个，
                         如 tui,web，以最先的回答为准
      --answers 文件     从文件读取回答，例如上一次的输出
      --answer ID=选项   直接给出回答；可重复
      --config 文件      改用你自己的 cordis.yml
      --deadline 时长    这么久没有输入就放弃：500ms、30s、5m、1h
      --on-ask 命令      表单出现时运行该命令；它得不到问题的任何文字
      --port N           --provider web 的页面监听的端口；默认任选空闲端口
      --no-open          不自动打开浏览器；地址照样打印
      --lang en|zh       提示和错误的语言

其他
      --format 格式      json-schema（默认）、openai、anthropic 或 mcp
      --print-config 宿主
                         打印 claude-code、codex、gemini、vscode、cursor 或 opencode
                         需要的配置，并说明写到哪里
  -h, --help             显示本说明
  -V, --version          显示版本

--provider、--answers、--answer、--config、--deadline、--on-ask、--port、--lang 也可以写在
环境变量 ASK_USER_PROVIDER 等里面；命令行优先。

提示写到标准错误，标准输出只有回答。
退出码：0 已回答，1 取消或未确认，2 用法错误，3 无人能回答，4 超时，5 其他失败，
129、130、143 被信号终止。
`

/** All texts. */
export const messages: Messages = {
  help,
  usage: {
    hint: '请看 ask-user --help。',
    unknownFlag: (flag, known) => `没有选项 ${flag}；可用的有 ${known}`,
    noValue: (flag, value) => `${flag} 不带值，却得到“${value}”`,
    value: '一个值',
    missingValue: (flag, expected) => `${flag} 后面需要 ${expected}`,
    badValue: (flag, expected, got) => `${flag} 应为 ${expected}，却得到“${got}”`,
    repeated: (flag) => `${flag} 给了两次，只能给一次`,
    belongsTo: (flag, owner) => `${flag} 属于前面的 ${owner}，但前面没有`,
    notTogether: (one, other) => `${one} 和 ${other} 不能同时给出，只能选一个`,
    needs: (flag, other) => `${flag} 需要 ${other}`,
    only: (flag, owner) => `${flag} 只用于 ${owner}`,
    extra: (argument) => `多出一个参数“${argument}”；含空格的文字要加引号`,
    empty: (source) => `${source}是空的：没有要问的内容`,
    nothing: '没有要问的内容；需要 FILE、-q TEXT、--confirm TEXT，或标准输入里的 JSON',
    unreadable: (source, reason) => `无法读取 ${source}：${reason}`,
    stdin: '标准输入',
    notUtf8: (source) => `${source} 不是 UTF-8 文字`,
    notJson: (source, reason) => `${source} 不是 JSON：${reason}`,
    wrongShape: (source) => `${source} 里没有问题；应为 {"questions": [...]}、列表，或单个问题`,
  },
  outcome: {
    cancelled: '已取消：没有选择任何选项。',
    notConfirmed: '未确认：只有选择 Yes 才算同意。',
    nothingAnswered: '有问题被跳过，因此什么也不打印。',
    expired: '没有人按时回答：没有选择任何选项。',
    stopped: '你停止了它：没有选择任何选项。',
    ended: '被外部停止：没有选择任何选项。',
    inputEnded: '输入在回答之前结束：没有选择任何选项。',
    nobody: {
      'stdin-taken': '无人能回答：标准输入已经用来传问题。',
      'no-terminal': '无人能回答：标准输入已经用来传问题，而且没有终端。',
      'ci-stdin-taken': '无人能回答：标准输入已经用来传问题，而设置了 CI 时不打开终端。',
      mcp: '无人能回答：标准输入和标准输出已交给 MCP 客户端。',
      'ci-silent': '无人回答：设置了 CI 时，标准输入最多等 30 秒，期间没有一行内容。',
    },
    nobodyElse: (detail) => `无人能回答：${detail}`,
    nobodyHint:
      '请在终端里运行，或把问题放进文件、用 --provider stdio 从管道读入回答，'
      + '或用 --answers FILE、--answer ID=LABEL 给出回答。',
    badQuestions: (detail) => `这些问题无法提出：\n${detail}`,
    badAnswers: (detail) => `给出的回答不适用：${detail}`,
    options: (id, labels) => `问题“${id}”的选项是 ${labels}`,
    failed: (detail) => `失败：${detail}`,
    notWritten: (reason) => `回答无法写到标准输出：${reason}`,
  },
  notice: {
    onlyOptions: '这里不接受文字。请用编号或选项文字选择。',
    page: (address) => `请在此页面回答：${address}`,
    paste: (file) => `请把下面的内容加入 ${file}：`,
    patience: (seconds) => `设置了 CI：标准输入 ${seconds} 秒内没有一行内容就以 3 结束。`,
    unknownFields: (paths) => `已忽略，因为工具没有这些字段：${paths}（ask-user schema 打印全部字段）`,
  },
  journal: {
    states: {
      open: '等待回答',
      orphaned: '未回答（进程已结束）',
      answered: '已回答，未送达',
      delivered: '已送达',
      cancelled: '已取消',
      aborted: '已撤回',
      expired: '已超时',
      failed: '失败',
      replaced: '已重新提问',
    },
    said: '已发送：',
    entered: '已输入，未发送：',
    skipped: '（跳过）',
    key: (key) => `键：${key}`,
    damaged: (line, fault) => `第 ${line} 行无法读取（${fault}）；其余照常读取。`,
    inUse: (pid) => `进程 ${pid} 正在使用这个日志。`,
    empty: '日志里没有提问。',
    unknown: (id) => `日志里没有提问“${id}”；ask-user journal list 文件 可以列出所有提问`,
    forgotten(count, damaged) {
      if (damaged === 0) return `已删除 ${count} 条，文件里不再有它们的任何内容。`
      const left = `另有 ${damaged} 行损坏而无法读取，予以保留，其中可能有任何一条提问的内容`
      return `已删除 ${count} 条，可读的部分里不再有它们的内容。${left}；ask-user journal forget 文件 all 会删除全部。`
    },
  },
  confirm: { yes: '是', no: '否' },
}
